import type { ErrorFact, ProviderFacts, RefusalKind } from '@filmgate/provider-facts';
import type { ProviderResponse } from '../http/provider-request.ts';
import type { CallbackEvent } from '../job/callback-order.ts';
import type { MockJob, MockJobState } from '../job/mock-job.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { PathValues } from './path-pattern.ts';
import type { PersonalityCall, PersonalityContext, SubmissionBody } from './personality.ts';

/** A job as a read reports it. */
export interface TaskReport {
  readonly job: MockJob;
  /** Reported state. */
  readonly state: MockJobState;
  readonly isOpen: boolean;
  /** The provider's word for that state. */
  readonly status: string;
  /** Error of a failed job; null for any other, and for one that its caller ended. */
  readonly failure: ProviderFacts['failures']['policy'] | null;
  /** Instant whose state is reported, in ms since 1970. */
  readonly now: number;
  /** Time at which the job entered that state, in ms since 1970. */
  readonly updatedAt: number;
  /** Whole percent of the run that are over. */
  readonly progress: number;
  /** Credits that stay charged. */
  readonly charged: number;
  /** Link to the file; null while there is none, or if a token withholds it. Each use counts as one read of the link. */
  readonly url: string | null;
  /** URL at which the caller reached the API, without a slash at the end. */
  readonly base: string;
}

/** An error with the facts that some APIs repeat in it. */
export interface ErrorReport extends ErrorFact {
  /** Path of the invalid field of the body; null = the request as a whole. */
  readonly field: string | null;
  /** Equal for the same error at the same instant. */
  readonly requestId: string;
  /** Wait until a retry may succeed, in ms of the caller's clock; null if waiting does not help. */
  readonly retryAfterMs: number | null;
}

/** A described API over the state of one space. */
export interface WireSpace extends PersonalityContext {
  /** Name of the API. */
  readonly wire: string;
  readonly links: ResultLinks;
  /** A documented error by its code; `message` replaces its text. */
  refuse(
    code: string,
    message?: string,
    more?: Partial<Pick<ErrorReport, 'field' | 'retryAfterMs'>>,
  ): ProviderResponse;
  /** Refusal of a kind, in the words of the API. */
  refuseAs(kind: RefusalKind, waitMs: number | null): ProviderResponse;
  /** Refusal of an invalid request. */
  invalid(field: string | null, message: string): ProviderResponse;
  /** The error for a task that does not exist; `job`: one that a rule or a token hides. */
  missing(job?: MockJob): ProviderResponse;
  /** An error with status 200, or one that no document has: neither proves anything. */
  unproven(kind: 'error-in-200' | 'unlisted'): ProviderResponse;
  /** Id of a request; equal for equal texts at the same instant. */
  requestId(...texts: readonly string[]): string;
  /** The job as a read reports it now. */
  report(job: MockJob, call: Pick<PersonalityCall, 'base'>): TaskReport;
  /** An accepted job as the response to its submission reports it. */
  reportNew(job: MockJob, call: Pick<PersonalityCall, 'base'>): TaskReport;
  /** The job of this id, if it belongs to the caller and to this API. */
  ownJob(account: string, id: string): MockJob | undefined;
  /** The caller's jobs of this name of its own that appear in searches, in order of acceptance. */
  named(account: string, ownId: string): readonly MockJob[];
  /** The caller's jobs that appear in lists, latest first. */
  listed(account: string): readonly MockJob[];
  /** Ends a job for its caller: an open one fails now, an ended one is deleted. Returns true for an open one. */
  end(job: MockJob): boolean;
}

/** A call to a route. */
export interface WireCall extends PersonalityCall {
  readonly account: string;
  /** Values of the names in the route's path. */
  readonly values: PathValues;
  readonly space: WireSpace;
}

/** Content of a submission, read from a call. */
export interface ReadSubmission {
  readonly content: SubmissionBody;
  /** The caller's own name for the task; absent = the API has none, or the caller sent none. */
  readonly ownId?: string | undefined;
  /** Receiver of callbacks; `field`: name of the field with its URL. */
  readonly callback?:
    | { readonly url: string; readonly field: string; readonly events: readonly CallbackEvent[] }
    | undefined;
  /** Time after acceptance at which the provider ends an open job, in ms before scaling. */
  readonly deadlineMs?: number | undefined;
  /** Time after acceptance at which the provider ends a job that has not started, in ms before scaling. */
  readonly startWithinMs?: number | undefined;
}
