import type { ProviderResponse } from '../http/provider-request.ts';
import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import type { TaskReport, WireCall } from './wire-call.ts';

/** A wait of the caller for the end of its job. */
export interface SubmissionWait {
  /** Maximum from acceptance, in ms before scaling; the caller then gets the current state. Absent = to the end. */
  readonly latestMs?: number;
  readonly respond: (report: TaskReport, call: WireCall) => ProviderResponse;
  /** Response if the wait exceeds its limit in real time; absent = the current state. */
  readonly tooLong?: (call: WireCall) => ProviderResponse;
}

/** Habits of one submission route. */
export interface SubmissionHabits {
  /** Id of a task from 24 hexadecimal digits, and the code for an unknown model; absent = those of the API. */
  readonly taskId?: (digits: string) => string;
  readonly missingModel?: string;
  /** Response to a name that was used before; absent = a name makes a new job each time. */
  readonly again?: (earlier: MockJob, sent: MockSubmission, call: WireCall) => ProviderResponse;
  /** Response to an accepted submission; absent = that of the API. */
  readonly accepted?: (report: TaskReport, call: WireCall) => ProviderResponse;
  /** Absent or undefined = the caller gets a response at once. */
  readonly wait?: (call: WireCall) => SubmissionWait | undefined;
}
