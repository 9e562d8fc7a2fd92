import type { ErrorFact, ProviderFacts } from '@filmgate/provider-facts';
import type { CallbackEvent } from '../job/callback-order.ts';
import type { MockJob, MockJobState } from '../job/mock-job.ts';
import type { EngineSpace } from './engine-space.ts';
import type { PathValues } from './path-pattern.ts';
import type { PersonalityCall, SubmissionBody } from './personality.ts';

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

/** A call to a route. */
export interface WireCall extends PersonalityCall {
  readonly account: string;
  /** Values of the names in the route's path. */
  readonly values: PathValues;
  readonly space: EngineSpace;
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
