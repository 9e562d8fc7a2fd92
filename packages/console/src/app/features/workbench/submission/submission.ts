import type { Failed } from '../../../api/outcome.ts';
import type { CreationRequest } from '../form/draft.ts';

/** A creation under way: its id was made once, and every attempt carries it, so that nothing is paid for twice. */
export interface Submission {
  /** `ui-` and a UUID. */
  readonly id: string;
  /** Null where it was too large to be kept over a reload: then the server alone knows whether it arrived. */
  readonly request: CreationRequest | null;
  /** Ms since 1970. */
  readonly startedAt: number;
  readonly phase: SubmissionPhase;
}

export type SubmissionPhase =
  | { readonly kind: 'sending' }
  /** No clear response; it is sent again by itself, with the same id. */
  | { readonly kind: 'waiting'; readonly failed: Failed; readonly attempts: number }
  /** The server will not take it; nothing was made. */
  | { readonly kind: 'refused'; readonly failed: Failed }
  /** The id was used already, for something else. */
  | { readonly kind: 'conflict'; readonly failed: Failed };

/**
 * What a response means for the submission. Only a clear no ends it: after silence, or a fault of the server, the video
 * may be under way.
 */
export function phaseAfter(failed: Failed, attempts: number): SubmissionPhase {
  if (failed.kind !== 'refused' || failed.status >= 500 || [401, 408, 429].includes(failed.status))
    return { kind: 'waiting', failed, attempts };
  return { kind: failed.status === 409 ? 'conflict' : 'refused', failed };
}

const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/** How long to wait before the next attempt, in ms. */
export function pauseBefore(failed: Failed, attempts: number): number {
  const asked = failed.kind === 'refused' ? (failed.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs));
}
