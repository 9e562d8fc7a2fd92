import type { JsonValue } from '../json/json-value.ts';
import type { Job, SurfaceName, Warning } from '../job/job.ts';
import type { ReferenceDraft, RequestDraft } from '../job/generation-request.ts';
import type { ModelCatalog } from '../model/model-catalog.ts';
import type { ModelFamily } from '../model/model-family.ts';
import type { UpstreamCapabilities } from '../ports/upstream-capabilities.ts';
import type { ContentClaim, IdempotencyClaim } from '../ports/accept-job.ts';
import type { Audited } from '../ports/admin-access.ts';
import type { Asset } from '../ports/asset-index.ts';
import type { JobListOutcome, JobListQuery } from '../ports/job-reader.ts';
import type { ReportedWork } from '../ports/work-search.ts';
import type { HandAct, CheckActResult } from './by-hand/check-act.ts';
import type { NamedWorkRefusal } from './by-hand/check-named-work.ts';
import type { NamedWork, SeenWork } from './by-hand/look-up-work.ts';
import type { InvalidRequest } from './checks/invalid-request.ts';
import type {
  AcceptRefusal,
  AcceptResult,
  AllowanceExhausted,
  ReplayResult,
} from './accept-outcomes.ts';
import type { CreationToCome } from './creation-to-come.ts';
import type { Notice, NoticeOutcome } from './note-notice.ts';
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
   * The decoded request after folding aliases of fields and before defaults, by the request alone: equal content is the
   * same request whatever the catalog says by then. A member `model` is the model as the request names it: its other
   * names count as equal under a key [idempotency.content-aliases].
   */
  readonly content: JsonValue;
  readonly draft: RequestDraft;
  /** References the request names and does not use: checked like those of the draft, and not kept. */
  readonly unusedReferences?: readonly ReferenceDraft[];
  readonly warnings: readonly Warning[];
  /** Maximum credits of the owner's jobs, this one included, beside a stored limit; null or absent = that alone. */
  readonly quota?: number | null;
  /**
   * Behaviour when accounts for the model exist but none is enabled and logged in [credits.account-unavailable]
   * [native.jobs.awaiting-configuration]; `refuse-unserved` refuses also where none was ever configured, for callers
   * who wait on the line.
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
      /** Type of the bytes, null when none of the supported types. */
      readonly found: string | null;
      /** Name of their format where it is known and not accepted. */
      readonly format: string | null;
    };

export type AwaitResult =
  | InvalidRequest
  | { readonly kind: 'ended'; readonly job: Job }
  /** The time ran out or the caller left; the job continues. */
  | { readonly kind: 'still-running'; readonly job: Job }
  | { readonly kind: 'not-found' };

/** Work at a provider that may be an unknown job's. */
export interface Candidate extends ReportedWork {
  /** Source of its id: a search just now, or a response that proved nothing. */
  readonly source: 'list' | 'response';
}

export type CheckResult =
  | {
      readonly kind: 'checked';
      readonly job: Job;
      /** `upstream`: the provider was queried just now; `record`: nothing to query, our record unchanged. */
      readonly against: 'upstream' | 'record';
      /** Candidates for a person to pick from while the outcome stays unknown. */
      readonly candidates: readonly Candidate[];
    }
  | { readonly kind: 'not-found' };

/** Reasons why a resolution changed nothing. */
export type NotResolvable =
  | InvalidRequest
  /** Only `outcome_unknown` jobs can be resolved, and only once. */
  | { readonly kind: 'not-unknown'; readonly job: Job }
  /** The named work cannot become the job's. */
  | { readonly kind: 'not-adoptable'; readonly refusal: NamedWorkRefusal }
  | { readonly kind: 'not-found' };

export type LookUpWorkResult =
  | { readonly kind: 'seen'; readonly job: Job; readonly seen: SeenWork }
  | NotResolvable;

export type ResolveOutcomeResult = { readonly kind: 'resolved'; readonly job: Job } | NotResolvable;

export type CancelJobResult =
  | { readonly kind: 'cancelled'; readonly job: Job }
  /** The job was sent, may have been, or has ended: nothing was changed. */
  | { readonly kind: 'maybe-sent'; readonly job: Job }
  | { readonly kind: 'not-found' };

/** A person's resolution of an unknown outcome; `found`: the job's work has the provider's id, and is watched. */
export type OutcomeResolution =
  | { readonly outcome: 'charged' | 'not_charged' }
  | (NamedWork & { readonly outcome: 'found'; readonly signal: AbortSignal });

/** The use-cases: a surface or an embedding server calls them. No HTTP in it. */
export interface Gateway {
  /**
   * Returns the present offer, by which surfaces word and check requests: the catalog of the options without the
   * families that are retired by now. The same object while nothing of it changes.
   */
  catalog(): ModelCatalog;
  /**
   * Returns the way in which a lost response of a family is resolved: the weakest of its routes; undefined if none of
   * its endpoints is there.
   */
  lostResponse(family: ModelFamily): UpstreamCapabilities['findsBy'] | undefined;
  /** Checks any command, decides replay, offer, quota, accounts and room, fetches references, accepts in one act. */
  accept(command: AcceptCommand): Promise<AcceptResult>;
  /** Returns why a creation is refused before its long body is read; undefined where `accept` has to decide. */
  checkBeforeBody(creation: CreationToCome): Promise<AcceptRefusal | undefined>;
  /** Like `accept` for a known key: for a readable request that the catalog does not offer, or no longer offers. */
  replay(
    creation: Pick<AcceptCommand, 'idempotency' | 'content'>,
  ): Promise<ReplayResult | InvalidRequest>;
  get(input: OwnedJobId): Promise<Job | undefined>;
  list(query: JobListQuery): Promise<JobListOutcome | InvalidRequest>;
  /**
   * Returns the id of the past that the store reads from. If it is the same after a list as before, jobs missing in the
   * list were not forgotten in between. It changes with each acknowledged loss.
   */
  historyId(): Promise<string>;
  /**
   * Waits, by subscription and never by polling the store, for a final state or for an unknown outcome that only a
   * person can resolve. While the provider can still be queried about an unknown outcome, it continues to wait.
   */
  awaitEnd(
    input: OwnedJobId & { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<AwaitResult>;
  openResult(input: OwnedJobId): Promise<OpenResultResult>;
  /** Opens any owner's file, delivered or not: for operators only. */
  openFile(input: Pick<OwnedJobId, 'id'>): Promise<OpenFileResult>;
  storeAsset(command: StoreAssetCommand): Promise<StoreAssetResult>;
  /** Reads the provider if it can be queried; never submits. Any owner: the caller has checked. */
  check(input: { readonly id: string; readonly signal: AbortSignal }): Promise<CheckResult>;
  /** Reads the work that a person would resolve an unknown job with as `found`, by its rules; changes nothing. */
  lookUpWork(
    input: NamedWork & { readonly id: string; readonly signal: AbortSignal },
  ): Promise<LookUpWorkResult>;
  /** Applies an operator's resolution of an unknown outcome, saved with its entry of the audit log. */
  resolve(
    input: Audited &
      OutcomeResolution & { readonly id: string; readonly actor: string; readonly note: string },
  ): Promise<ResolveOutcomeResult>;
  /** Adopts the work of a lost response by a notice of its provider. The caller has verified the notice's URL. */
  noteNotice(notice: Notice): Promise<NoticeOutcome>;
  /** Ends a job that was not sent; all credits of its owner are released. Any owner: the caller has checked. */
  cancel(
    input: Audited & { readonly id: string; readonly actor: string },
  ): Promise<CancelJobResult>;
  /** Decides if an act would change a job in its present state; changes nothing. Any owner: the caller has checked. */
  checkAct(input: { readonly id: string; readonly act: HandAct }): Promise<CheckActResult>;
  /** Removes a finished job's video. Any owner: the caller has checked. */
  removeResult(
    input: Audited & { readonly id: string; readonly actor: string },
  ): Promise<RemoveResultResult>;
}
