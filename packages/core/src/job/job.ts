import type { Route } from '../model/route.ts';
import type {
  PreparedSubmission,
  UpstreamHandle,
  UpstreamOutput,
} from '../upstream/upstream-handle.ts';
import type { Doubt } from './doubt.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { JobFailure } from './job-failure.ts';
import type { JobState } from './job-state.ts';
import type { KeptFile, ResultFetch } from './result-fetch.ts';
import type { Spend } from './spend.ts';

/** A result on disk under this digest and size (I7); null fields cannot be measured in its coding. */
export interface StoredResult extends KeptFile {
  /** Pixels after rotation. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; null also for images. */
  readonly durationSeconds: number | null;
  readonly hasAudio: boolean | null;
}

/** A part of the request that was understood but not used; kept with the job so that reads and replays show it too. */
export interface Warning {
  /** Field, as the caller wrote it. */
  readonly param: string;
  readonly message: string;
}

/**
 * The surface a job was made on: only that surface's public routes know the job [surfaces.one-core]. Any name of
 * `surfaceNameForm` is valid. Stores keep it with each job, so that a surface must keep its name for ever.
 */
export type SurfaceName = string;

/** A lower-case letter, then up to 31 of lower-case letters, digits and hyphens. */
export const surfaceNameForm = /^[a-z][a-z0-9-]{0,31}$/;

/** Returns a surface's name from its definition or a store. Throws `TypeError` for text that cannot name a surface. */
export function surfaceName(text: string): SurfaceName {
  if (surfaceNameForm.test(text)) return text;
  throw new TypeError(
    `Invalid surface name ${JSON.stringify(text.slice(0, 64))}: a name begins with a lower-case letter and has at most 32 letters, digits and hyphens`,
  );
}

/** State of the owner's money for a job; `reserved` opens, `settled` and `released` close for ever (I4). */
export type QuotaState = 'reserved' | 'held' | 'settled' | 'released';

/**
 * State of the account's money for a job: `none` while no account is chosen, `settled` once the provider charged it,
 * `returned` when the provider refunded a charge.
 */
export type CreditState = 'none' | 'reserved' | 'held' | 'settled' | 'released' | 'returned';

/** A route as a job remembers it. */
export type JobRoute = Pick<Route, 'endpoint' | 'model'>;

/**
 * One accepted generation, whole. Immutable: a change is a new value with `version` one higher, and a store saves it
 * only over the version it was made from.
 */
export interface Job {
  /** Public id with its prefix (`vt_…`, `vj_…`, `ui-…`). */
  readonly id: string;
  /** Owner, who pays and may see it: `user:<api user id>`, `native`, `service` or `admin`. */
  readonly owner: string;
  readonly surface: SurfaceName;
  readonly request: GenerationRequest;
  readonly warnings: readonly Warning[];
  /** Credits: seconds × the catalog's credits per second. */
  readonly price: number;

  readonly state: JobState;
  /** Number of saved changes, from 1. */
  readonly version: number;
  /** 0..100; never falls. */
  readonly progress: number;

  /** Submissions the provider refused so far; three tries in all [jobs.refused-tries]. */
  readonly refusals: number;
  /** Accounts that refused it for a reason that does not pass: not to be tried again. */
  readonly refusedBy: readonly string[];
  readonly accountId: string | null;
  /** Route chosen last: endpoint and the provider's model name. Null before that, and for jobs of former releases. */
  readonly route: JobRoute | null;
  /** Pixels its video really has on that route; null = nominal ones, `as-made` = any in which it is made. */
  readonly expectedSize: { readonly width: number; readonly height: number } | 'as-made' | null;
  /** True while it occupies one of its account's concurrency slots. */
  readonly holdsSlot: boolean;
  readonly quota: QuotaState;
  readonly credit: CreditState;
  /** Null while no account was chosen, and where an earlier release wrote the job. */
  readonly spend: Spend | null;

  readonly submission: PreparedSubmission | null;
  /** Name of the submission at the provider; unique per try. */
  readonly correlationId: string | null;
  /**
   * Instant after which the send may no longer begin; of an unknown outcome, by which its last call has ended. Null
   * before, and where no further call could help.
   */
  readonly sendDeadlineAt: number | null;
  readonly handle: UpstreamHandle | null;
  readonly output: UpstreamOutput | null;
  /** Consecutive failed reads of the provider (poll, download or reconciliation). */
  readonly readFailures: number;
  /** Progress of storing its finished video; null before and after that, and where an earlier release wrote the job. */
  readonly resultFetch: ResultFetch | null;
  /** Statements of its provider against its work that are not believed yet; null without any, and in an ended job. */
  readonly doubt: Doubt | null;
  readonly result: StoredResult | null;
  readonly failure: JobFailure | null;

  readonly createdAt: number;
  readonly updatedAt: number;
  readonly submittedAt: number | null;
  readonly completedAt: number | null;
  /** Instant a job became unknown; determines when its slot is released, and its backoff. */
  readonly unknownSince: number | null;
  /** Instant when a submitted job without outcome becomes `outcome_unknown`, and one awaiting configuration fails. */
  readonly deadlineAt: number | null;
  /** Next time the runner should check it; null when only an operator can continue it, or it is final. */
  readonly dueAt: number | null;
  /** Instant at which the stored result will be removed; null before completion. */
  readonly resultExpiresAt: number | null;
}
