import type { GenerationRequest } from '../job/generation-request.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { ChargeTime, CostUnit, Route } from '../model/route.ts';
import type {
  PreparedSubmission,
  UpstreamHandle,
  UpstreamOutput,
} from '../upstream/upstream-handle.ts';
import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { PollOutcome } from './poll-outcome.ts';
import type { ReconcileOutcome, ToldWork, UnansweredSubmission } from './work-search.ts';

/** The account a call is made for, with its opened secret; lives only for the call. */
export interface UpstreamAccount {
  readonly id: string;
  readonly label: string;
  readonly secret: string | null;
}

/** What a client promises about its place. */
export interface UpstreamCapabilities {
  /** Id of the place. */
  readonly provider: string;
  /** Shortest time between two reads of one job, in ms. */
  readonly minimumPollIntervalMs: number;
  /** How long after acceptance a 404 on a read may still mean "not visible yet", in ms. */
  readonly visibilityLagMs: number;
  /** How long after a lost submission a search may first find it, in ms; null when the place has no search. */
  readonly reconcileAfterMs: number | null;
  /** How long a submission may wait for its response, in ms; absent = the gateway's setting. */
  readonly sendTimeoutMs?: number;
  /** How long after acceptance the provider may still be working, in ms; absent = the gateway's setting. */
  readonly jobDeadlineMs?: number;
  /** Shortest time between two looks at an account, in ms; absent = the gateway's setting. */
  readonly probeEveryMs?: number;
  /** Whether other keys of the same account can read what one of them submitted. */
  readonly handlesBelongTo: 'account' | 'key';
  /** How a submission is found again after its response was lost: the promise shown beside each account. */
  readonly findsBy: 'own-id' | 'notice' | 'mark' | 'list' | 'none';
  /** What it charges in. */
  readonly unit: CostUnit;
  /** When it charges, where a route does not say. */
  readonly charges: ChargeTime;
}

/** Whether a route can make what is asked for. */
export type Acceptability =
  | {
      readonly kind: 'accepted';
      /**
       * Pixels the finished video really has at this place; null = the nominal ones. `as-made` when only the video
       * shows them, for example because a frame gives it its shape: any are right.
       */
      readonly size: { readonly width: number; readonly height: number } | 'as-made' | null;
    }
  | {
      readonly kind: 'not-accepted';
      /** The field of the request that the route cannot take, such as `aspectRatio`. */
      readonly parameter: string;
      /** Of `references`: the one concerned, by its place among them from 0; absent where it is their number or another field. */
      readonly reference?: number;
      /** One sentence that says what would be taken, for the operator and the caller; names no account, host or secret. */
      readonly reason: string;
    };

/** Reads the checked bytes of a reference. */
export type ReadAsset = (sha256: string) => Promise<Uint8Array>;

/** Staging orders nothing, whatever its outcome. */
export type StagingOutcome =
  | { readonly kind: 'staged'; readonly value: JsonValue }
  /** The upstream refused to take it. */
  | { readonly kind: 'rejected'; readonly error: UpstreamError };

export type SubmitOutcome =
  /** The upstream owns the job now; credits were taken if its charge policy says so. */
  | { readonly kind: 'accepted'; readonly handle: UpstreamHandle }
  /** A synchronous upstream finished within the call. */
  | { readonly kind: 'completed'; readonly handle: UpstreamHandle; readonly output: UpstreamOutput }
  /** Proof that nothing was accepted and nothing charged. */
  | { readonly kind: 'rejected'; readonly error: UpstreamError }
  /** Everything else, a thrown error included. */
  | {
      readonly kind: 'unknown';
      readonly detail: string;
      /** Ids that a successful response had and nothing was made of: one may name the work. Absent = none; hold no secret. */
      readonly evidence?: readonly string[];
    };

export type OpenResultOutcome =
  | {
      readonly kind: 'opened';
      /**
       * Ends where its source ended it. It throws when the connection breaks, so that the reader does not mistake
       * missing bytes for the end of the source.
       */
      readonly body: AsyncIterable<Uint8Array>;
      /** Announced size of the whole result in bytes, wherever the body begins; null without one. */
      readonly length: number | null;
      readonly contentType: string | null;
      /** Offset of the body's first byte in the whole result: 0 or the one asked for. Absent = 0. */
      readonly startsAt?: number;
      /** Names exactly these bytes, like a strong `ETag` (RFC 9110 §8.8.3); null or absent without such a name. */
      readonly validator?: string | null;
    }
  /** Not this time: expired link, refused, reset; a fresh poll may mint a new output. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** It is at a host that we may not be sent to until an operator allows it; `detail` names the host and how. */
  | { readonly kind: 'not-allowed'; readonly detail: string }
  /** The provider's own word that it does not have the result (such as 404 or 410 in its own shape), as far as this link goes. */
  | { readonly kind: 'gone'; readonly detail: string };

/** Continues a read of the same bytes where the one before ended. */
export interface ResumeResult {
  /** Bytes already read; at least 1. */
  readonly offset: number;
  /** The `validator` that the first read gave. */
  readonly validator: string;
}

export type LookUpOutcome =
  /** No work of this place can have this id, or none of this submission. */
  | { readonly kind: 'not-an-id' }
  /** It was read; `outcome` is that of a poll. Where the provider names other work (`namedAs`), `work` has that one's id. */
  | {
      readonly kind: 'read';
      readonly handle: UpstreamHandle;
      readonly work: ToldWork;
      readonly outcome: PollOutcome;
    };

export type ProbeOutcome =
  | { readonly kind: 'ready'; readonly credits: number | null }
  | { readonly kind: 'login-required' }
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface UpstreamAccountCall {
  readonly account: UpstreamAccount;
  readonly signal: AbortSignal;
}

/**
 * One upstream protocol. Written so that a careless client is safe: whatever `submit` throws is an unknown outcome,
 * whatever a read throws is a failed read. A client never retries a submission, follows no redirect with it, and reuses no connection for it.
 */
export interface UpstreamClient {
  capabilities(): UpstreamCapabilities;
  /** Pure and total: whether this place can make the request on the route, beside what the catalog says. Never throws. */
  accepts(input: { readonly route: Route; readonly request: GenerationRequest }): Acceptability;
  /**
   * What comes before the dispatch record: uploads to the upstream what the submission will refer to, or reads what a search for it will
   * need. It orders nothing and may be repeated. Its value goes to `prepare`, which is called without one for a submission that is only
   * searched for. If it throws, the place counts as unavailable and the job is tried again. Absent = nothing comes before.
   */
  stage?(
    input: UpstreamAccountCall & {
      readonly request: GenerationRequest;
      readonly route: Route;
      readonly correlationId: string;
      readonly readAsset: ReadAsset;
    },
  ): Promise<StagingOutcome>;
  /** Pure: the exact submission, saved before it is sent. Same input, same output; never throws for what `accepts` accepted. */
  prepare(input: {
    readonly request: GenerationRequest;
    readonly route: Route;
    readonly account: Pick<UpstreamAccount, 'id' | 'label'>;
    readonly correlationId: string;
    /** Where the provider may call back about this submission; null = no callback. */
    readonly noticeUrl: string | null;
    /** What `stage` gave; absent without one. */
    readonly staged?: JsonValue;
  }): PreparedSubmission;
  /** Exactly one submission. Precondition: the dispatch record is saved. `deadlineAt`: no byte may leave after it. */
  submit(
    input: UpstreamAccountCall & {
      readonly submission: PreparedSubmission;
      readonly correlationId: string;
      readonly deadlineAt: number;
      readonly readAsset: ReadAsset;
    },
  ): Promise<SubmitOutcome>;
  /** Read-only; safe to repeat. */
  poll(input: UpstreamAccountCall & { readonly handle: UpstreamHandle }): Promise<PollOutcome>;
  /**
   * Read-only. The caller must read the body or return its iterator, and may read for as long as `signal` lasts. With
   * `resume` the body begins at that offset if the upstream can do that and still has the bytes of that name (RFC 9110
   * §13.1.5, `If-Range`); otherwise it begins at 0. `startsAt` says which. A client that cannot resume ignores
   * `resume`.
   */
  openResult(
    input: UpstreamAccountCall & {
      readonly handle: UpstreamHandle;
      readonly output: UpstreamOutput;
      readonly resume?: ResumeResult;
    },
  ): Promise<OpenResultOutcome>;
  /**
   * Read-only search for a submission whose response was lost; absent when the place has no search. It never finds work
   * that another job has (`isOwned`), nor work that also fits one of `unanswered`. That one piece of work fits proves nothing: unless it
   * carries a name or a mark of the submission, it is found only if the key is `exclusive`, and `ambiguous` otherwise.
   */
  reconcile?(
    input: UpstreamAccountCall &
      UnansweredSubmission & {
        readonly correlationId: string;
        /** See `Account.exclusive`; absent = no. */
        readonly exclusive?: boolean;
        readonly isOwned: (handle: UpstreamHandle) => Promise<boolean>;
        /**
         * The others at the place; undefined when there are too many. Called only if the work does not carry a name of
         * ours.
         */
        readonly unanswered: () => Promise<readonly UnansweredSubmission[] | undefined>;
      },
  ): Promise<ReconcileOutcome>;
  /**
   * Read-only: the work of an id that a person names, as `poll` reads it. `submission` is the one it is to be the work of; null where that is
   * not known. Absent = no person can name work of this place.
   */
  lookUp?(
    input: UpstreamAccountCall & {
      readonly id: string;
      readonly submission: PreparedSubmission | null;
    },
  ): Promise<LookUpOutcome>;
  /** Read-only look at the account itself. */
  probe?(input: UpstreamAccountCall): Promise<ProbeOutcome>;
}
