import type { GenerationRequest } from '../job/generation-request.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { Route } from '../model/route.ts';
import type {
  PreparedSubmission,
  UpstreamHandle,
  UpstreamOutput,
} from '../upstream/upstream-handle.ts';
import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';
import type { NoticeCall, NoticeReading } from './notice.ts';
import type { PollOutcome } from './poll-outcome.ts';
import type { UpstreamCapabilities } from './upstream-capabilities.ts';
import type { ReconcileOutcome, ReportedWork, UnansweredSubmission } from './work-search.ts';

/** The account a call is made for, with its opened secret; lives only for the call. */
export interface UpstreamAccount {
  readonly id: string;
  readonly label: string;
  readonly secret: string | null;
  /** See `Account.secretSince`, never of an older secret than `secret`; absent = null. */
  readonly secretSince?: number | null;
}

/** Decision if a route can make a request. */
export type Acceptability =
  | {
      readonly kind: 'accepted';
      /** Pixels of the video at this endpoint; null = nominal; `as-made` = any, as when a frame gives it its shape. */
      readonly size: { readonly width: number; readonly height: number } | 'as-made' | null;
    }
  | {
      readonly kind: 'not-accepted';
      /** The field of the request that the route cannot accept, for example `aspectRatio`. */
      readonly parameter: string;
      /** Of `references`: index of the one concerned, from 0; absent where it is their number or another field. */
      readonly reference?: number;
      /** One sentence on what would be accepted, for operator and caller; names no account, host or secret. */
      readonly reason: string;
    };

/** Reads the checked bytes of a reference. */
export type ReadAsset = (sha256: string) => Promise<Uint8Array>;

/** Staging orders nothing, whatever its outcome. */
export type StagingOutcome =
  | { readonly kind: 'staged'; readonly value: JsonValue }
  /** The provider refused to accept it. */
  | { readonly kind: 'rejected'; readonly error: UpstreamError };

export type SubmitOutcome =
  /** The provider owns the job now; credits were charged if its charge policy says so. */
  | { readonly kind: 'accepted'; readonly handle: UpstreamHandle }
  /** A synchronous provider finished within the call. `usage`: its charge, where it reports one. */
  | {
      readonly kind: 'completed';
      readonly handle: UpstreamHandle;
      readonly output: UpstreamOutput;
      readonly usage?: UpstreamUsage;
    }
  /** A synchronous provider delivered the file itself, and has nothing that could be read later. */
  | { readonly kind: 'delivered'; readonly bytes: Uint8Array; readonly usage?: UpstreamUsage }
  /** Proof that nothing was accepted and nothing charged. */
  | { readonly kind: 'rejected'; readonly error: UpstreamError }
  /** Everything else, a thrown error included. */
  | {
      readonly kind: 'unknown';
      readonly detail: string;
      /**
       * Ids in a successful response that could not be used otherwise: one may name the work. Absent = none; contain no
       * secret.
       */
      readonly evidence?: readonly string[];
    };

export type OpenResultOutcome =
  | {
      readonly kind: 'opened';
      /** Ends where its source ended it; throws when the connection breaks, so that missing bytes are not its end. */
      readonly body: AsyncIterable<Uint8Array>;
      /** Announced size of the whole result in bytes, wherever the body begins; null without one. */
      readonly length: number | null;
      readonly contentType: string | null;
      /** Offset of the body's first byte in the whole result: 0 or the requested one. Absent = 0. */
      readonly startsAt?: number;
      /** Names exactly these bytes, like a strong `ETag` (RFC 9110 §8.8.3); null or absent without such a name. */
      readonly validator?: string | null;
    }
  /** Not this time: expired link, refused, reset; a fresh poll may mint a new output. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** The result is at a host that no request may go to until an operator allows it; `detail` names the host and how. */
  | { readonly kind: 'not-allowed'; readonly detail: string }
  /** The provider states that it does not have the result by this link (for example 404 or 410 in its own shape). */
  | { readonly kind: 'gone'; readonly detail: string };

/** Continues a read of the same bytes where the one before ended. */
export interface ResumeResult {
  /** Bytes already read; at least 1. */
  readonly offset: number;
  /** The `validator` of the first read. */
  readonly validator: string;
}

export type LookUpOutcome =
  /** No work of this endpoint can have this id, or none of this submission. */
  | { readonly kind: 'not-an-id' }
  /**
   * The work was read; `outcome` is that of a poll. Where the provider names other work (`namedAs`), `work` has that
   * one's id.
   */
  | {
      readonly kind: 'read';
      readonly handle: UpstreamHandle;
      readonly work: ReportedWork;
      readonly outcome: PollOutcome;
      /** `own`: it carries the name or mark of `submission`; absent = it shows none. */
      readonly carries?: 'own' | 'another';
    };

export type ProbeOutcome =
  | { readonly kind: 'ready'; readonly credits: number | null }
  /** `detail`: the provider's words, without a secret; absent = none. */
  | { readonly kind: 'login-required'; readonly detail?: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface UpstreamAccountCall {
  readonly account: UpstreamAccount;
  readonly signal: AbortSignal;
}

/**
 * One provider protocol. A careless client is safe: an exception of `submit` is an unknown outcome, one of a read a
 * failed read. A client never retries a submission, follows no redirect with it, and reuses no connection for it.
 */
export interface UpstreamClient {
  capabilities(): UpstreamCapabilities;
  /** Decides, pure and total, if this endpoint can make the request on the route, beside the catalog's rules. */
  accepts(input: { readonly route: Route; readonly request: GenerationRequest }): Acceptability;
  /**
   * Work before the dispatch record: uploads for the submission, or reads for a search for it. It orders nothing and
   * may be repeated. Its value goes to `prepare`, which is called without one for a submission that is only searched
   * for. If it throws, the endpoint counts as unavailable and the job is tried again. Absent = nothing to do.
   */
  stage?(
    input: UpstreamAccountCall & {
      readonly request: GenerationRequest;
      readonly route: Route;
      readonly correlationId: string;
      readonly readAsset: ReadAsset;
    },
  ): Promise<StagingOutcome>;
  /** Makes the exact submission to save before it is sent. Pure; never throws for a request that `accepts` accepted. */
  prepare(input: {
    readonly request: GenerationRequest;
    readonly route: Route;
    readonly account: Pick<UpstreamAccount, 'id' | 'label' | 'secretSince'>;
    readonly correlationId: string;
    /** URL at which the provider may call back, to be sent unchanged: `submit` gets it signed; null = no callback. */
    readonly noticeUrl: string | null;
    /** Value of `stage`; absent without one. */
    readonly staged?: JsonValue;
  }): PreparedSubmission;
  /**
   * Exactly one submission. Precondition: the dispatch record is saved, and the same `submission` was not sent before,
   * unless the endpoint has a `keyLifeMs`. `deadlineAt`: no byte may leave after it.
   */
  submit(
    input: UpstreamAccountCall & {
      readonly submission: PreparedSubmission;
      readonly correlationId: string;
      readonly deadlineAt: number;
      readonly readAsset: ReadAsset;
    },
  ): Promise<SubmitOutcome>;
  /**
   * Returns when this work may be polled, in ms since 1970: `now`, or a later time at which the caller asks again. The
   * call reserves the turn. Absent = every poll may go at once.
   */
  turnToPoll?(input: {
    readonly account: string;
    readonly handle: UpstreamHandle;
    readonly now: number;
  }): number;
  /** Read-only; safe to repeat. */
  poll(input: UpstreamAccountCall & { readonly handle: UpstreamHandle }): Promise<PollOutcome>;
  /**
   * Read-only. The caller reads the body or returns its iterator, for as long as `signal` lasts. With `resume` the body
   * begins at that offset if the provider can do that and still has the bytes of that name (RFC 9110 §13.1.5,
   * `If-Range`), else at 0, as with a client that cannot resume; `startsAt` says which.
   */
  openResult(
    input: UpstreamAccountCall & {
      readonly handle: UpstreamHandle;
      readonly output: UpstreamOutput;
      readonly resume?: ResumeResult;
    },
  ): Promise<OpenResultOutcome>;
  /**
   * Read-only search for a submission whose response was lost; absent when the endpoint has no search. It never finds
   * work that another job has (`isOwned`), nor work that also fits one of `unanswered`. A single fitting piece of work
   * proves nothing: unless it carries a name or a mark of the submission, it is found only if the key is `exclusive`,
   * and `ambiguous` otherwise.
   */
  reconcile?(
    input: UpstreamAccountCall &
      UnansweredSubmission & {
        readonly correlationId: string;
        /** See `Account.exclusive`; absent = no. */
        readonly exclusive?: boolean;
        readonly isOwned: (handle: UpstreamHandle) => Promise<boolean>;
        /** Other submissions at the endpoint, undefined = too many; called only if the work carries no name of ours. */
        readonly unanswered: () => Promise<readonly UnansweredSubmission[] | undefined>;
      },
  ): Promise<ReconcileOutcome>;
  /**
   * Read-only: returns the work of an id that a person names, as `poll` reads it. `submission` is the one it is to be
   * the work of; null where unknown. Absent = no person can name work of this endpoint.
   */
  lookUp?(
    input: UpstreamAccountCall & {
      readonly id: string;
      readonly submission: PreparedSubmission | null;
    },
  ): Promise<LookUpOutcome>;
  /**
   * Reads a call to a submission's `noticeUrl`, and verifies its signature if the provider signs. Absent = the provider
   * never calls back.
   *
   * @throws Unanswered when the keys of signatures could not be read: the provider has to call again
   */
  readNotice?(
    input: UpstreamAccountCall & NoticeCall & { readonly url: string },
  ): Promise<NoticeReading>;
  /** Read-only probe of the account itself. */
  probe?(input: UpstreamAccountCall): Promise<ProbeOutcome>;
}
