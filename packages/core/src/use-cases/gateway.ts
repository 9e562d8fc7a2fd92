import type { JsonValue } from '../json/json-value.ts';
import type { Job, SurfaceName, Warning } from '../job/job.ts';
import type { ReferenceDraft, RequestDraft } from '../job/generation-request.ts';
import type { ModelCatalog } from '../model/model-catalog.ts';
import type { ContentClaim, IdempotencyClaim } from '../ports/accept-job.ts';
import type { Audited } from '../ports/admin-access.ts';
import type { Asset } from '../ports/asset-index.ts';
import type { JobListOutcome, JobListQuery } from '../ports/job-reader.ts';
import type { ToldWork } from '../ports/work-search.ts';
import type { HandAct, JudgeActResult } from './by-hand/judge-act.ts';
import type { NamedWorkRefusal } from './by-hand/judge-named-work.ts';
import type { NamedWork, SeenWork } from './by-hand/look-up-work.ts';
import type { InvalidRequest } from './checks/invalid-request.ts';
import type {
  AcceptRefusal,
  AcceptResult,
  AllowanceExhausted,
  ReplayResult,
} from './accept-outcomes.ts';
import type { CreationToCome } from './creation-to-come.ts';
import type { RemoveResultResult } from './remove-result.ts';
import type { OpenFileResult, OpenResultResult } from './open-outcomes.ts';

/** One creation, decoded by a surface. */
export interface AcceptCommand {
  readonly owner: string;
  readonly surface: SurfaceName;
  /** New public id, with the surface's prefix. */
  readonly jobId: string;
  readonly idempotency:
    | Omit<IdempotencyClaim, 'fingerprint'>
    | Omit<ContentClaim, 'fingerprint'>
    | null;
  /**
   * The decoded request after folding aliases of fields and before defaults, by the request alone: equal content is the same request
   * whatever the catalog says by then. A member `model` is the model as the request names it: its other names are the same to a key
   * [idempotency.content-aliases].
   */
  readonly content: JsonValue;
  readonly draft: RequestDraft;
  /** References the request names and does not use: checked like those of the draft, and nothing is kept of them. */
  readonly unusedReferences?: readonly ReferenceDraft[];
  readonly warnings: readonly Warning[];
  /** Credits the owner's jobs may cost in all, this one included; binds beside a stored limit. null or absent = that alone. */
  readonly quota?: number | null;
  /**
   * What to do when accounts for the model exist but none is enabled and logged in [credits.account-unavailable] [native.jobs.awaiting-configuration];
   * `refuse-unserved` refuses also where none was ever configured, for callers who wait on the line.
   */
  readonly whenAccountUnavailable: 'refuse' | 'refuse-unserved' | 'await-configuration';
}

/** A job as its owner may see it: the right owner and surface, or nothing (I11). */
export interface OwnedJobId {
  readonly owner: string;
  readonly surface: SurfaceName;
  readonly id: string;
}

export interface StoreAssetCommand {
  readonly owner: string;
  readonly source: AsyncIterable<Uint8Array>;
  /** `Content-Length`, null when chunked. */
  readonly announcedBytes: number | null;
  readonly declaredContentType: string | null;
  readonly fileName: string | null;
}

export type StoreAssetResult =
  | InvalidRequest
  | { readonly kind: 'stored'; readonly asset: Asset }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  | { readonly kind: 'interrupted' }
  | AllowanceExhausted
  | { readonly kind: 'space-low' }
  | {
      readonly kind: 'type-unsupported';
      readonly declared: string | null;
      /** What the bytes are, null when none of the supported types. */
      readonly found: string | null;
      /** The name of their format where it is one that is not taken. */
      readonly format: string | null;
    };

export type AwaitResult =
  | InvalidRequest
  | { readonly kind: 'ended'; readonly job: Job }
  /** The time ran out or the caller left; the job goes on. */
  | { readonly kind: 'still-running'; readonly job: Job }
  | { readonly kind: 'not-found' };

/** Work at a provider that an unknown job's may be. */
export interface Candidate extends ToldWork {
  /** Where its id comes from: a search just now, or a response that proved nothing. */
  readonly source: 'list' | 'response';
}

export type CheckResult =
  | {
      readonly kind: 'checked';
      readonly job: Job;
      /** `upstream`: it was asked just now; `record`: nothing to ask, the record as it is. */
      readonly against: 'upstream' | 'record';
      /** What a person can pick from while the outcome stays unknown. */
      readonly candidates: readonly Candidate[];
    }
  | { readonly kind: 'not-found' };

/** Why a resolution changed nothing. */
export type NotResolvable =
  | InvalidRequest
  /** Only `outcome_unknown` jobs can be resolved, and only once. */
  | { readonly kind: 'not-unknown'; readonly job: Job }
  /** The work that was named cannot become the job's. */
  | { readonly kind: 'not-adoptable'; readonly refusal: NamedWorkRefusal }
  | { readonly kind: 'not-found' };

export type LookUpWorkResult =
  | { readonly kind: 'seen'; readonly job: Job; readonly seen: SeenWork }
  | NotResolvable;

export type ResolveOutcomeResult = { readonly kind: 'resolved'; readonly job: Job } | NotResolvable;

export type CancelJobResult =
  | { readonly kind: 'cancelled'; readonly job: Job }
  /** It was sent, may have been, or has ended: nothing was changed. */
  | { readonly kind: 'maybe-sent'; readonly job: Job }
  | { readonly kind: 'not-found' };

/** What a person says of an unknown outcome. `found`: the job's work is that of the provider's id, and is watched from now on. */
export type OutcomeResolution =
  | { readonly outcome: 'charged' | 'not_charged' }
  | (NamedWork & { readonly outcome: 'found'; readonly signal: AbortSignal });

/** The use-cases: what a surface or an embedding server calls. No HTTP in it. */
export interface Gateway {
  /** What is on offer now: the catalog of the options, which surfaces word and check requests by. */
  catalog(): ModelCatalog;
  /**
   * Checks the command, whatever a caller without types makes of it; decides replay, what is on offer, quota, accounts and room
   * before anything is fetched; then references; then one atomic acceptance.
   */
  accept(command: AcceptCommand): Promise<AcceptResult>;
  /** Why a creation is refused whatever it asks for; undefined where `accept` has to say. Asked before a long body is read. */
  judgeStanding(creation: CreationToCome): Promise<AcceptRefusal | undefined>;
  /** As `accept` for a key that is known: for a request that can be read and that the catalog does not offer, or offers no more. */
  replay(
    creation: Pick<AcceptCommand, 'idempotency' | 'content'>,
  ): Promise<ReplayResult | InvalidRequest>;
  get(input: OwnedJobId): Promise<Job | undefined>;
  list(query: JobListQuery): Promise<JobListOutcome | InvalidRequest>;
  /**
   * Names the past that the store answers from. Asked after a list, and the same as before: what the list does not show was not forgotten
   * in between. Another one from each acknowledged loss on.
   */
  historyId(): Promise<string>;
  /**
   * Waits, by subscription and never by polling the store, for a final state, or for an unknown outcome that only a
   * person can resolve. While the upstream can still be asked about an unknown outcome, it waits on as for any work.
   */
  awaitEnd(
    input: OwnedJobId & { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<AwaitResult>;
  openResult(input: OwnedJobId): Promise<OpenResultResult>;
  /** What there is of any owner's file, delivered or not: for operators alone. */
  openFile(input: Pick<OwnedJobId, 'id'>): Promise<OpenFileResult>;
  storeAsset(command: StoreAssetCommand): Promise<StoreAssetResult>;
  /** Reads the upstream when there is something to ask; never submits. Any owner: the caller has checked. */
  check(input: { readonly id: string; readonly signal: AbortSignal }): Promise<CheckResult>;
  /** Reads the work that a person would resolve an unknown job with as `found`, by all rules of that; changes nothing. */
  lookUpWork(
    input: NamedWork & { readonly id: string; readonly signal: AbortSignal },
  ): Promise<LookUpWorkResult>;
  /** An operator's word on an unknown outcome, saved with its entry of the audit log. */
  resolve(
    input: Audited &
      OutcomeResolution & { readonly id: string; readonly actor: string; readonly note: string },
  ): Promise<ResolveOutcomeResult>;
  /** Ends a job that was not sent; its owner gets everything back. Any owner: the caller has checked. */
  cancel(
    input: Audited & { readonly id: string; readonly actor: string },
  ): Promise<CancelJobResult>;
  /** Whether an act would do something to a job as it stands; changes nothing. Any owner: the caller has checked. */
  judgeAct(input: { readonly id: string; readonly act: HandAct }): Promise<JudgeActResult>;
  /** Takes a finished job's video back. Any owner: the caller has checked. */
  removeResult(
    input: Audited & { readonly id: string; readonly actor: string },
  ): Promise<RemoveResultResult>;
}
