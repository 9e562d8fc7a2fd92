import type { JsonValue } from '../json/json-value.ts';
import type {
  PreparedSubmission,
  UpstreamHandle,
  UpstreamOutput,
} from '../upstream/upstream-handle.ts';
import type { Lesson, ModelSlots } from '../account/learnt.ts';
import type { Doubt } from './doubt.ts';
import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { LeftToPerson } from './left-to-person.ts';
import type { Job, JobRoute, StoredResult, Warning } from './job.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';
import type { Spend } from './spend.ts';
import type { ResultProof, ResultWait } from './result-fetch.ts';

/** Why one account was not chosen; shown in the event trail. */
export interface AccountRefusal {
  readonly accountId: string;
  readonly reason: string;
  /** What the reason alone does not say, for an operator; absent = nothing. */
  readonly detail?: string;
}

/** Proof that an account took nothing. */
export interface ProvenRefusal {
  readonly error: UpstreamError;
  /** Whether another account could be tried at once. */
  readonly elsewhere: boolean;
  /** Accounts not to ask again, so that the job goes on at another place that can make it; absent without such a place. */
  readonly passOver?: readonly string[];
  /** What it teaches about the account beside its condition; absent = nothing. */
  readonly lesson?: Lesson;
  /** Whether the same account can make it by another route, though it keeps away from this one. */
  readonly byOtherRoute?: boolean;
  /** When the refusing account may be used again, if the refusal passes with time. */
  readonly retryAt: number;
}

/** Everything that can happen to a job. */
export type JobEvent =
  /** An account was chosen and the exact submission made: with the dispatch record, from here bytes may have left. */
  | {
      readonly kind: 'account-chosen';
      readonly accountId: string;
      readonly route: JobRoute;
      /** As the job's own. */
      readonly expectedSize: Job['expectedSize'];
      /** What it will cost the account. */
      readonly cost: Pick<Spend, 'unit' | 'estimate' | 'charges'>;
      readonly submission: PreparedSubmission;
      readonly correlationId: string;
      /** Instant after which the send may no longer begin. */
      readonly sendDeadlineAt: number;
      readonly refusals: readonly AccountRefusal[];
      /** Whether a cooling of the account is over that its record gives a later end, since the clock was set back meanwhile. */
      readonly endsCooling?: boolean;
      /** How many jobs of its model the account may have, by what it learnt; absent = as many as it has slots. */
      readonly within?: ModelSlots;
      /** What is noted where it goes to an exhausted account to find out whether that still is; absent otherwise. */
      readonly canary?: Lesson;
    }
  /** No account can take it now; `until` is when to look again. */
  | {
      readonly kind: 'no-account';
      readonly until: number;
      readonly refusals: readonly AccountRefusal[];
    }
  /** No account can ever take it until an operator acts. */
  | {
      readonly kind: 'configuration-missing';
      readonly refusals: readonly AccountRefusal[];
      /** Until when it waits for one, if it does not wait already. */
      readonly deadlineAt: number;
    }
  /** No operator acted in time, and nothing was sent. */
  | { readonly kind: 'configuration-overdue' }
  /** Nothing was sent of what a release before had prepared: an account is chosen for it again. */
  | { readonly kind: 'account-withdrawn'; readonly reason: string }
  /** The only account it may go to has left the pool, or is leaving it, and nothing was sent. */
  | { readonly kind: 'account-gone' }
  /** Everything personal of its owner is being erased, and it was not sent. */
  | { readonly kind: 'owner-erased' }
  /** An operator ended it before it was sent. */
  | { readonly kind: 'cancelled'; readonly actor: string }
  | {
      readonly kind: 'accepted';
      readonly handle: UpstreamHandle;
      readonly deadlineAt: number;
      readonly pollAt: number;
    }
  /** A synchronous upstream answered with the finished work. */
  | {
      readonly kind: 'completed-at-once';
      readonly handle: UpstreamHandle;
      readonly output: UpstreamOutput;
      /** What it took for it, where it says so. */
      readonly usage?: UpstreamUsage;
      readonly deadlineAt: number;
    }
  /** Classified `not submitted`. */
  | ({ readonly kind: 'refused' } & ProvenRefusal)
  /** What its submission refers to could not be brought to the account's place: nothing was prepared. */
  | ({ readonly kind: 'not-staged'; readonly accountId: string } & ProvenRefusal)
  /** Sent or possibly sent, and no usable response. */
  | {
      readonly kind: 'outcome-lost';
      readonly detail: string;
      readonly dueAt: number;
      /** Whether it was lost at the place, and not by us; absent = by us. */
      readonly isDoubtful?: boolean;
      /** Ids in the response, one of which may name the work; absent = none. */
      readonly candidates?: readonly string[];
    }
  /**
   * The store forgot a part of its past in which it may have been sent, to whatever account and under whatever name; perhaps it still
   * has the dispatch record.
   */
  | { readonly kind: 'possibly-sent'; readonly detail: string }
  | {
      readonly kind: 'progressed';
      readonly progress: number | null;
      readonly pollAt: number;
      readonly unread?: readonly string[];
    }
  /** A read of the upstream failed: changes the next look, never the outcome. */
  | { readonly kind: 'read-failed'; readonly detail: string; readonly dueAt: number }
  /** `usage`: what it took for it; `effective`: what it made, in its own fields; where it says so. `unread`: as in `ReadAside`. */
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
      /** The looks that this rests on. */
      readonly doubt: Doubt;
      /** What it took all the same, where it says so. */
      readonly usage?: UpstreamUsage;
      readonly unread?: readonly string[];
    }
  /** The upstream said something against the work that is not believed yet: changes the next look, never the outcome. */
  | {
      readonly kind: 'doubted';
      readonly doubt: Doubt;
      readonly detail: string;
      readonly dueAt: number;
    }
  /** Accepted long ago and still no outcome. */
  | { readonly kind: 'deadline-passed'; readonly dueAt: number }
  /** The upstream does not know the work it accepted, though it would show it by now. */
  | { readonly kind: 'not-known'; readonly doubt: Doubt; readonly dueAt: number }
  | {
      readonly kind: 'result-stored';
      readonly result: StoredResult;
      readonly warnings: readonly Warning[];
      readonly expiresAt: number;
    }
  /** The finished result could not be stored this time; it is fetched again. */
  | {
      readonly kind: 'result-awaited';
      readonly reason: ResultWait;
      readonly detail: string;
      readonly proof: ResultProof;
      /** Where a poll found it just now; null where none did. */
      readonly output: UpstreamOutput | null;
      /** Up to when it is fetched. */
      readonly until: number;
      readonly dueAt: number;
      /** It waited so long that it gave its account's slot back. */
      readonly givesUpSlot: boolean;
    }
  /** Proof that the finished result cannot be used. */
  | { readonly kind: 'result-unusable'; readonly detail: string; readonly proof: ResultProof }
  /** Its upstream gave a handle that belongs to another job already: whose work it names cannot be told. */
  | {
      readonly kind: 'handle-taken';
      readonly heldBy: string;
      readonly dueAt: number;
    }
  /** The time in which the upstream may still have the result is over, and it never came. */
  | {
      readonly kind: 'result-not-fetched';
      readonly reason: ResultWait;
      readonly detail: string;
      readonly proof: ResultProof;
    }
  /** The lost submission was found at the upstream, or its receipt turned up. */
  | {
      readonly kind: 'found';
      readonly handle: UpstreamHandle;
      /** The account the handle is bound to; null = the one the job is on. */
      readonly accountId: string | null;
      readonly deadlineAt: number;
      readonly pollAt: number;
      /** The operator who found it, with the id it was named by; absent = no person did. */
      readonly resolution?: {
        readonly actor: string;
        readonly note: string;
        readonly upstreamId: string;
      };
    }
  /** The upstream's refusal of the submission turned up after the outcome was called unknown. */
  | { readonly kind: 'refusal-proven'; readonly error: UpstreamError }
  /** Conclusive proof that the submission was never accepted; `doubt`: the looks that it rests on. */
  | { readonly kind: 'absence-proven'; readonly doubt: Doubt }
  /** Asking teaches nothing more; a person has to rule. */
  | (LeftToPerson & {
      readonly kind: 'cannot-be-asked';
      /** Whether the trail says so already. */
      readonly isTold: boolean;
      /** The looks it rests on where its provider denies it; null otherwise. */
      readonly doubt: Doubt | null;
      readonly dueAt: number;
    })
  /** The outcome was unknown for so long that the job gives its slot back; its credits stay held. */
  | { readonly kind: 'slot-given-up'; readonly dueAt: number }
  /** What kept its upstream from telling the truth about it may be over: it is asked at once. */
  | { readonly kind: 'asked-again' }
  | {
      readonly kind: 'resolved';
      readonly outcome: 'charged' | 'not_charged';
      readonly actor: string;
      readonly note: string;
    };

/** The kinds of event, for tables. */
export type JobEventKind = JobEvent['kind'];
