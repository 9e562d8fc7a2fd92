import { Unanswered } from '@filmgate/core';
import type { FetchTarget } from './check-url.ts';
import { GuardedFetchError, type GuardedFetchRefusal, refuse } from './guarded-fetch-refusal.ts';

/** A fetch that failed, and what can have ended it. */
interface FailedFetch {
  readonly target: Pick<FetchTarget, 'host'>;
  readonly deadline: AbortSignal;
  readonly call: { readonly signal?: AbortSignal };
}

/** Maps a network failure to a refusal for the caller; causes set here come first. */
export function explainFailure(
  error: unknown,
  { target, call, deadline }: FailedFetch,
  otherwise: 'unreachable' | 'interrupted',
): GuardedFetchRefusal {
  if (call.signal?.aborted === true) return refuse('aborted', 'The download was aborted.');
  if (deadline.aborted || isTimeout(error)) {
    return refuse('timed-out', `The host "${target.host}" did not respond in time.`);
  }
  if (error instanceof GuardedFetchError) return error.refusal;
  return otherwise === 'unreachable'
    ? {
        ...refuse('unreachable', `The host "${target.host}" could not be reached.`),
        ...(error instanceof Unanswered && { proxyFault: error.reason }),
      }
    : refuse('interrupted', `The host "${target.host}" closed the connection too early.`);
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return error.name === 'TimeoutError' || (typeof code === 'string' && TIMEOUT_CODES.has(code));
}
