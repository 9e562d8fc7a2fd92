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

/** A result whose bytes are on disk under this digest and size (invariant I7). What its coding does not let us measure is null. */
export interface StoredResult extends KeptFile {
  /** Pixels after rotation. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; null for images, too. */
  readonly durationSeconds: number | null;
  readonly hasAudio: boolean | null;
}

/** Something the request said that was understood but not used; kept with the job so that reads and replays show it too. */
export interface Warning {
  /** The field, as the caller wrote it. */
  readonly param: string;
  readonly message: string;
}

/**
 * The surface a job was made on, which is the public routes that know it: jobs are invisible on every other [surfaces.one-core]. Any
 * name of `surfaceNameForm` will do. Stores keep it with each job, so that a surface keeps its name for ever.
 */
export type SurfaceName = string;

/** A lower-case letter, then up to 31 of lower-case letters, digits and hyphens. */
export const surfaceNameForm = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * The name, as a surface is defined by it or a store has it.
 *
 * @throws TypeError for text that cannot name a surface
 */
export function surfaceName(text: string): SurfaceName {
  if (surfaceNameForm.test(text)) return text;
  throw new TypeError(
    `A surface cannot be called ${JSON.stringify(text.slice(0, 64))}: a name begins with a lower-case letter and has at most 32 letters, digits and hyphens`,
  );
}

/** Where the owner's money for a job stands; `reserved` opens, `settled` and `refunded` close for ever (I4). */
export type QuotaState = 'reserved' | 'held' | 'settled' | 'refunded';

/**
 * Where the account's money for a job stands: `none` while no account is chosen, `settled` once the upstream
 * took them, `returned` when it gave taken credits back.
 */
export type CreditState = 'none' | 'reserved' | 'held' | 'settled' | 'refunded' | 'returned';

/** A route as a job remembers it. */
export type JobRoute = Pick<Route, 'provider' | 'model'>;

/**
 * One accepted generation, whole. Immutable: a change is a new value with `version` one higher, and a store
 * saves it only over the version it was made from.
 */
export interface Job {
  /** Public id with its prefix (`vt_…`, `vj_…`, `ui-…`). */
  readonly id: string;
  /** Who pays and who may see it: `user:<api user id>`, `native`, `service` or `admin`. */
  readonly owner: string;
  readonly surface: SurfaceName;
  readonly request: GenerationRequest;
  readonly warnings: readonly Warning[];
  /** Credits: seconds × the catalog's credits per second. */
  readonly price: number;

  readonly state: JobState;
  /** Counts saved changes, from 1. */
  readonly version: number;
  /** 0..100; never falls. */
  readonly progress: number;

  /** Submissions the upstream refused so far; three tries in all [jobs.refused-tries]. */
  readonly refusals: number;
  /** Accounts that refused it for a reason that does not pass: not to be tried again. */
  readonly refusedBy: readonly string[];
  readonly accountId: string | null;
  /** The route that was chosen last: place and the provider's own name of the model. Null before one is, and for jobs of former releases. */
  readonly route: JobRoute | null;
  /** Pixels its video really has on that route; null = nominal ones, `as-made` = whichever it is made in. */
  readonly expectedSize: { readonly width: number; readonly height: number } | 'as-made' | null;
  /** Whether it occupies one of its account's concurrency slots. */
  readonly holdsSlot: boolean;
  readonly quota: QuotaState;
  readonly credit: CreditState;
  /** Null while no account was chosen, and where an earlier release wrote it. */
  readonly spend: Spend | null;

  readonly submission: PreparedSubmission | null;
  /** Names the submission towards the upstream; unique per try. */
  readonly correlationId: string | null;
  /** Instant after which the send may no longer begin. */
  readonly sendDeadlineAt: number | null;
  readonly handle: UpstreamHandle | null;
  readonly output: UpstreamOutput | null;
  /** Failed reads of the upstream in a row (poll, download or reconciliation). */
  readonly readFailures: number;
  /** How its finished video comes home; null before the upstream finished, when it is stored, and where an earlier release wrote it. */
  readonly resultFetch: ResultFetch | null;
  /** What its provider says against its work, and is not believed yet; null while it says nothing, and once the job has ended. */
  readonly doubt: Doubt | null;
  readonly result: StoredResult | null;
  readonly failure: JobFailure | null;

  readonly createdAt: number;
  readonly updatedAt: number;
  readonly submittedAt: number | null;
  readonly completedAt: number | null;
  /** Instant a job that became unknown did so; rules when its slot is freed and its back-off. */
  readonly unknownSince: number | null;
  /** Instant after which a submitted job with no outcome becomes `outcome_unknown`, and one that awaits configuration fails. */
  readonly deadlineAt: number | null;
  /** When the runner should look at it next; null when nothing is to be done without an operator, or it is final. */
  readonly dueAt: number | null;
  /** When the stored result will be removed; null before completion. */
  readonly resultExpiresAt: number | null;
}
