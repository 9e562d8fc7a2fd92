import { type MockJob, stateAt } from './mock-job.ts';
import { reportedEnd } from './reported-job.ts';
import type { CallbackEvent } from './callback-order.ts';

/** One message to be sent. */
export interface Callback {
  /** For a forged message, a failed job. */
  readonly job: MockJob;
  readonly event: CallbackEvent;
  /** Instant of the reported state, in ms since 1970 by the clock of the space. */
  readonly at: number;
  /** Equal for all deliveries of one event. */
  readonly id: string;
  /** Time of sending, in ms since 1970 by the real clock: receivers compare it with their own. */
  readonly sentAt: number;
  /** True if it is signed with another key than the provider's. */
  readonly isForged: boolean;
}

export interface CallbackMessage {
  readonly headers: { readonly [name: string]: string };
  /** JSON. */
  readonly body: string;
}

/**
 * Content and signature of a provider's callbacks. A provider API reads the URL from a submission, refuses it if
 * `callbackUrlProblem` reports a problem, and submits with `callback`; everything else is done here.
 */
export type WordCallback = (callback: Callback) => CallbackMessage;

/** Instant at which an event of a job is due; undefined if it never happens. */
export function callbackDue(job: MockJob, event: CallbackEvent): number | undefined {
  if (event === 'ended') return reportedEnd(job);
  if (event === 'output') {
    const hasResult = stateAt(job, job.endsAt) === 'completed';
    return hasResult ? reportedEnd(job) : undefined;
  }
  return job.runsAt < job.endsAt ? job.runsAt : undefined;
}
