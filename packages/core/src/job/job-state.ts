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
 * - `awaiting_configuration`: no account could ever make it until an operator acts
 * - `prepared`: only of former releases: account slot reserved, provider request saved, nothing sent
 * - `dispatching`: account slot reserved, exact provider request and write-once dispatch record saved: bytes may leave
 * - `submitted`: provider's handle saved
 * - `polling`: provider reports progress
 * - `storing`: provider finished, result being copied
 * - `completed`: our copy is on disk, size and digest match the row
 * - `failed`: provably over; closed in the ledger
 * - `outcome_unknown`: may have been accepted and charged; never resubmitted
 */
export type JobState = (typeof jobStates)[number];

/** States that no event changes (invariant I8). */
export type FinalJobState = 'completed' | 'failed';

/** Returns true for the two states that no event changes. */
export function isFinal(state: JobState): state is FinalJobState {
  return state === 'completed' || state === 'failed';
}
