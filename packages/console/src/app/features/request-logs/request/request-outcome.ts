import type { RequestLogBucket, LoggedRequest } from '../../../api/responses.ts';

/** Outcome of a call. */
export type RequestOutcome = Exclude<keyof RequestLogBucket, 'time'>;

/** Stacking order, from the bottom. */
export const requestOutcomes: readonly RequestOutcome[] = [
  'ok',
  'open',
  'client_gone',
  'refused',
  'failed',
];

/** Outcome as counted by the server; see the histogram of the API. */
export function outcomeOf({
  status,
  disconnected,
}: Pick<LoggedRequest, 'status' | 'disconnected'>): RequestOutcome {
  if (status === null) return disconnected ? 'failed' : 'open';
  if (status === 499) return 'client_gone';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Endings that a status number does not explain. */
export type SpecialEnding = 'open' | 'client-gone' | 'server-stopped';

export function specialEndingOf(
  request: Pick<LoggedRequest, 'status' | 'disconnected' | 'error_code'>,
): SpecialEnding | null {
  if (request.status === 499) return 'client-gone';
  if (request.status !== null) return null;
  return request.disconnected ? 'server-stopped' : 'open';
}
