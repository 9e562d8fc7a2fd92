import type { JsonValue } from '../json/json-value.ts';
import type {
  PreparedSubmission,
  UpstreamHandle,
  UpstreamOutput,
} from '../upstream/upstream-handle.ts';
import type { LearnedLimit, ModelSlots } from '../account/learned.ts';
import type { Doubt } from './doubt.ts';
import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { LeftToPerson } from './left-to-person.ts';
import type { Job, JobRoute, StoredResult, Warning } from './job.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';
import type { Spend } from './spend.ts';
import type { ResultProof, ResultWait } from './result-fetch.ts';

/** Reason why one account was not chosen; shown in the event trail. */
export interface AccountRefusal {
  readonly accountId: string;
  readonly reason: string;
  /** Detail for an operator beyond the reason; absent = none. */
  readonly detail?: string;
}

/** Proof that an account accepted nothing. */
export interface ProvenRefusal {
  readonly error: UpstreamError;
  /** True if another account could be tried at once. */
  readonly elsewhere: boolean;
  /** Accounts not to ask again, so that the job continues at another endpoint that can make it; absent without one. */
  readonly passOver?: readonly string[];
  /** Limit learned about the account beside its condition; absent = none. */
  readonly learnedLimit?: LearnedLimit;
  /** True if the same account can make it by another route, though it keeps away from this one. */
  readonly byOtherRoute?: boolean;
  /** Instant from which the refusing account may be used again, if the refusal passes with time. */
  readonly retryAt: number;
}

export type JobEvent =
  /**
   * An account was chosen and the exact submission prepared: with the dispatch record, from here on bytes may have
   * left.
   */
  | {
      readonly kind: 'account-chosen';
      readonly accountId: string;
      readonly route: JobRoute;
      /** See `Job.expectedSize`. */
      readonly expectedSize: Job['expectedSize'];
      /** Expected cost to the account. */
      readonly cost: Pick<Spend, 'unit' | 'estimate' | 'charges'>;
      readonly submission: PreparedSubmission;
      readonly correlationId: string;
      /** Instant after which the send may no longer begin. */
      readonly sendDeadlineAt: number;
      readonly refusals: readonly AccountRefusal[];
      /** True if the account's cooling is over despite a later end on record, since the clock was set back. */
      readonly endsCooling?: boolean;
      /** Learned limit on jobs of its model on the account; absent = only the account's slots. */
      readonly within?: ModelSlots;
      /** The limit to record when the job probes an exhausted account; absent otherwise. */
      readonly probeJob?: LearnedLimit;
    }
  /** No account can make it now; `until`: next check. */
  | {
      readonly kind: 'no-account';
      readonly until: number;
      readonly refusals: readonly AccountRefusal[];
    }
  /** No account can ever make it until an operator acts. */
  | {
      readonly kind: 'configuration-missing';
      readonly refusals: readonly AccountRefusal[];
      /** End of the wait for an operator, unless the job waits already. */
      readonly deadlineAt: number;
    }
  /** No operator acted in time, and nothing was sent. */
  | { readonly kind: 'configuration-overdue' }
  /** A submission prepared by a former release was not sent: an account is chosen for it again. */
  | { readonly kind: 'account-withdrawn'; readonly reason: string }
  /** The only account that may make it has left the pool, or is leaving it, and nothing was sent. */
  | { readonly kind: 'account-gone' }
  /** All personal data of its owner is being erased, and the job was not sent. */
  | { readonly kind: 'owner-erased' }
  /** An operator ended it before it was sent. */
  | { readonly kind: 'cancelled'; readonly actor: string }
  | {
      readonly kind: 'accepted';
      readonly handle: UpstreamHandle;
      readonly deadlineAt: number;
      readonly pollAt: number;
    }
  /** A synchronous provider responded with the finished work. */
  | {
      readonly kind: 'completed-at-once';
      readonly handle: UpstreamHandle;
      readonly output: UpstreamOutput;
      /** Charge for the work, where the provider reports it. */
      readonly usage?: UpstreamUsage;
      readonly deadlineAt: number;
    }
  | ({ readonly kind: 'refused' } & ProvenRefusal)
  /** The material the submission refers to could not be uploaded to the account's endpoint: nothing was prepared. */
  | ({ readonly kind: 'not-staged'; readonly accountId: string } & ProvenRefusal)
  /** Sent or possibly sent, and no usable response. */
  | {
      readonly kind: 'outcome-lost';
      readonly detail: string;
      readonly dueAt: number;
      /** Instant by which the call of its sender has ended. */
      readonly callEndsAt: number;
      /** True if it was lost at the endpoint, and not by us; absent = by us. */
      readonly isDoubtful?: boolean;
      /** Ids in the response, one of which may name the work; absent = none. */
      readonly candidates?: readonly string[];
    }
  /**
   * The store forgot a part of its past in which the job may have been sent, to any account and under any name; the
   * dispatch record may still exist.
   */
  | { readonly kind: 'possibly-sent'; readonly detail: string }
  | {
      readonly kind: 'progressed';
      readonly progress: number | null;
      readonly pollAt: number;
      readonly unread?: readonly string[];
    }
  /** A read of the provider failed: changes the next check, never the outcome. */
  | {
      readonly kind: 'read-failed';
      readonly detail: string;
      readonly dueAt: number;
      /** Of a submission that was sent again: instant by which that call has ended; absent = it was read only. */
      readonly callEndsAt?: number;
    }
  /** `usage`: reported charge; `effective`: reported result in the provider's fields; `unread`: as in `ReadAside`. */
  | {
      readonly kind: 'succeeded';
      readonly output: UpstreamOutput;
      readonly usage?: UpstreamUsage;
      readonly effective?: { readonly [field: string]: JsonValue };
      readonly unread?: readonly string[];
    }
  | {
      readonly kind: 'upstream-failed';
      readonly error: UpstreamError;
      /** The checks that this rests on. */
      readonly doubt: Doubt;
      /** Charge despite the failure, where the provider reports it. */
      readonly usage?: UpstreamUsage;
      readonly unread?: readonly string[];
    }
  /** The provider made a statement against the work that is not believed yet: changes only the next check. */
  | {
      readonly kind: 'doubted';
      readonly doubt: Doubt;
      readonly detail: string;
      readonly dueAt: number;
    }
  /** Accepted long ago and still no outcome. */
  | { readonly kind: 'deadline-passed'; readonly dueAt: number }
  /** The provider does not know the work it accepted, though it would show it by now. */
  | { readonly kind: 'not-known'; readonly doubt: Doubt; readonly dueAt: number }
  | {
      readonly kind: 'result-stored';
      readonly result: StoredResult;
      readonly warnings: readonly Warning[];
      readonly expiresAt: number;
    }
  /** The finished result could not be stored this time; it will be fetched again. */
  | {
      readonly kind: 'result-awaited';
      readonly reason: ResultWait;
      readonly detail: string;
      readonly proof: ResultProof;
      /** Output found by the poll just now; null without one. */
      readonly output: UpstreamOutput | null;
      /** Instant up to which it is fetched. */
      readonly until: number;
      readonly dueAt: number;
      /** True once it has waited so long that it releases its account's slot. */
      readonly givesUpSlot: boolean;
    }
  /** Proof that the finished result cannot be used. */
  | { readonly kind: 'result-unusable'; readonly detail: string; readonly proof: ResultProof }
  /** The provider gave a handle that belongs to another job already: it is unknown whose work the handle names. */
  | {
      readonly kind: 'handle-taken';
      readonly heldBy: string;
      readonly dueAt: number;
    }
  /** The time in which the provider may still have the result is over, and the result never came. */
  | {
      readonly kind: 'result-not-fetched';
      readonly reason: ResultWait;
      readonly detail: string;
      readonly proof: ResultProof;
    }
  /** The lost submission was found at the provider, or its receipt turned up. */
  | {
      readonly kind: 'found';
      readonly handle: UpstreamHandle;
      /** Account the handle is bound to; null = the job's. */
      readonly accountId: string | null;
      readonly deadlineAt: number;
      readonly pollAt: number;
      /** True if the provider responded to the submission, sent again with its key; absent = it did not. */
      readonly isResponse?: boolean;
      /** The operator who found it, with the id that named it; absent = not found by a person. */
      readonly resolution?: {
        readonly actor: string;
        readonly note: string;
        readonly upstreamId: string;
      };
    }
  /** The provider's refusal of the submission turned up after the outcome was called unknown. */
  | { readonly kind: 'refusal-proven'; readonly error: UpstreamError }
  /** Conclusive proof that the submission was never accepted; `doubt`: the checks that it rests on. */
  | { readonly kind: 'absence-proven'; readonly doubt: Doubt }
  /** Further queries cannot help; a person has to resolve it. */
  | (LeftToPerson & {
      readonly kind: 'cannot-be-asked';
      /** True if the trail says so already. */
      readonly isReported: boolean;
      /** The checks it rests on where its provider denies it; null otherwise. */
      readonly doubt: Doubt | null;
      readonly dueAt: number;
    })
  /** It is about to be sent again with its key; `callEndsAt`: instant by which that call has ended. */
  | { readonly kind: 'sent-again'; readonly callEndsAt: number }
  /** The outcome was unknown for so long that the job releases its slot; its credits stay on hold. */
  | { readonly kind: 'slot-given-up'; readonly dueAt: number }
  /** The reason for the provider's missing or false response may be over: it is queried at once. */
  | { readonly kind: 'asked-again' }
  | {
      readonly kind: 'resolved';
      readonly outcome: 'charged' | 'not_charged';
      readonly actor: string;
      readonly note: string;
    };

/** All kinds of event, for tables. */
export type JobEventKind = JobEvent['kind'];
