import type { RequestLogBucket, LoggedRequest } from '../../../api/responses.ts';

/** What became of a call. */
export type RequestOutcome = Exclude<keyof RequestLogBucket, 'time'>;

/** In the order they are stacked, from the ground up. */
export const requestOutcomes: readonly RequestOutcome[] = [
  'ok',
  'open',
  'client_gone',
  'refused',
  'failed',
];

/** As the server counts it: see the histogram of the API. */
export function outcomeOf({
  status,
  disconnected,
}: Pick<LoggedRequest, 'status' | 'disconnected'>): RequestOutcome {
  if (status === null) return disconnected ? 'failed' : 'open';
  if (status === 499) return 'client_gone';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Requests whose outcome needs a word more than its number. */
export type SpecialEnding = 'open' | 'client-gone' | 'server-stopped';

export function specialEndingOf(
  request: Pick<LoggedRequest, 'status' | 'disconnected' | 'error_code'>,
): SpecialEnding | null {
  if (request.status === 499) return 'client-gone';
  if (request.status !== null) return null;
  return request.disconnected ? 'server-stopped' : 'open';
}
