/** The core's ten job states, in the order a job normally passes them. */
export const jobStates = [
  'queued',
  'awaiting_configuration',
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
  'completed',
  'failed',
  'outcome_unknown',
] as const;

/**
 * - `queued`: accepted durably, no account yet
 * - `awaiting_configuration`: no account could ever serve it until an operator acts
 * - `prepared`: only of a release before this one: account slot taken, upstream request saved, nothing sent
 * - `dispatching`: account slot taken, exact upstream request and write-once dispatch record saved: bytes may leave
 * - `submitted`: upstream handle saved
 * - `polling`: upstream reports progress
 * - `storing`: upstream finished, result being copied
 * - `completed`: our copy is on disk, size and digest match the row
 * - `failed`: provably over; closed in the ledger
 * - `outcome_unknown`: may have been accepted and charged; never resubmitted
 */
export type JobState = (typeof jobStates)[number];

/** States no event leaves (invariant I8). */
export type FinalJobState = 'completed' | 'failed';

/** True for the two states no event leaves. */
export function isFinal(state: JobState): state is FinalJobState {
  return state === 'completed' || state === 'failed';
}
