import type { Failed } from '../../../api/outcome.ts';
import type { CreationRequest } from '../form/draft.ts';

/** A creation in progress. Its id is made once and sent with every attempt, so that nothing is paid for twice. */
export interface Submission {
  /** `ui-` and a UUID. */
  readonly id: string;
  /** Null where it was too large to survive a reload: only the server knows whether it arrived. */
  readonly request: CreationRequest | null;
  /** Ms since 1970. */
  readonly startedAt: number;
  readonly phase: SubmissionPhase;
}

export type SubmissionPhase =
  | { readonly kind: 'sending' }
  /** No definite response; sent again automatically, with the same id. */
  | { readonly kind: 'waiting'; readonly failed: Failed; readonly attempts: number }
  /** Refused by the server; no video was made. */
  | { readonly kind: 'refused'; readonly failed: Failed }
  /** The id was already used for another request. */
  | { readonly kind: 'conflict'; readonly failed: Failed };

/**
 * Effect of a response on the submission. Only a definite refusal ends it: without a response, or after a server error,
 * the video may be in progress.
 */
export function phaseAfter(failed: Failed, attempts: number): SubmissionPhase {
  if (failed.kind !== 'refused' || failed.status >= 500 || [401, 408, 429].includes(failed.status))
    return { kind: 'waiting', failed, attempts };
  return { kind: failed.status === 409 ? 'conflict' : 'refused', failed };
}

const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/** Pause before the next attempt, in ms. */
export function pauseBefore(failed: Failed, attempts: number): number {
  const asked = failed.kind === 'refused' ? (failed.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs));
}
