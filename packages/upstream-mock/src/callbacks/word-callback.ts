import { type MockJob, stateAt } from '../world/mock-job.ts';
import { reportedEnd } from '../world/reported-job.ts';
import type { CallbackEvent } from './callback-order.ts';

/** One message that is to be sent. */
export interface Callback {
  /** Of a forged message a job that failed. */
  readonly job: MockJob;
  readonly event: CallbackEvent;
  /** The instant as of which it tells of the job, in ms since 1970 by the clock of the space. */
  readonly at: number;
  /** The same for each delivery of one event. */
  readonly id: string;
  /** When it leaves, in ms since 1970 by the real clock: receivers compare it with their own. */
  readonly sentAt: number;
  /** Whether to sign it with another key than the wire's own. */
  readonly isForged: boolean;
}

export interface CallbackMessage {
  readonly headers: { readonly [name: string]: string };
  /** JSON. */
  readonly body: string;
}

/**
 * What each wire with callbacks fills in: the words and the signature of a message. A wire reads the URL out of a submission, refuses
 * it where `callbackUrlProblem` says so, and gives the world a submission with `callback`; all else is done here.
 */
export type WordCallback = (callback: Callback) => CallbackMessage;

/** When an event of a job is due; undefined when it never comes. */
export function callbackDue(job: MockJob, event: CallbackEvent): number | undefined {
  if (event === 'ended') return reportedEnd(job);
  if (event === 'output') {
    const hasResult = stateAt(job, job.endsAt) === 'completed';
    return hasResult ? reportedEnd(job) : undefined;
  }
  return job.runsAt < job.endsAt ? job.runsAt : undefined;
}
