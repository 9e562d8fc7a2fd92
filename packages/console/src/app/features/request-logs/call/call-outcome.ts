import type { RequestLogBucket, RequestLogCall } from '../../../api/answers.ts';

/** What became of a call. */
export type CallOutcome = Exclude<keyof RequestLogBucket, 'time'>;

/** In the order they are stacked, from the ground up. */
export const callOutcomes: readonly CallOutcome[] = [
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
}: Pick<RequestLogCall, 'status' | 'disconnected'>): CallOutcome {
  if (status === null) return disconnected ? 'failed' : 'open';
  if (status === 499) return 'client_gone';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Calls whose outcome needs a word more than its number. */
export type SpecialEnding = 'open' | 'client-gone' | 'server-stopped';

export function specialEndingOf(
  call: Pick<RequestLogCall, 'status' | 'disconnected' | 'error_code'>,
): SpecialEnding | null {
  if (call.status === 499) return 'client-gone';
  if (call.status !== null) return null;
  return call.disconnected ? 'server-stopped' : 'open';
}
