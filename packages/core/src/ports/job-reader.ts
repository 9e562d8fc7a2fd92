import type { AccountLoad } from '../account/account.ts';
import type { SurfaceName, Job } from '../job/job.ts';
import type { JobState } from '../job/job-state.ts';
import type { TrailStep } from '../job/trail-step.ts';
import type { UnreadableJob } from '../job/unreadable-job.ts';
import type { QuotaUsage } from '../quota/quota-usage.ts';

export interface JobListQuery {
  /** null = every owner (administration only). */
  readonly owner: string | null;
  readonly surface: SurfaceName | null;
  /** null = every state. */
  readonly states: readonly JobState[] | null;
  /** Of any of these models; null = every model. */
  readonly models: readonly string[] | null;
  readonly accountId: string | null;
  /**
   * Case-insensitive substrings of the prompt, which must have them all, in any order; one alone may also be a whole
   * id. See `promptMatcher` and `searchedId`. null = no search.
   */
  readonly search: readonly string[] | null;
  /** From this instant on, inclusive. */
  readonly createdFrom: number | null;
  /** Up to this instant, exclusive. */
  readonly createdUntil: number | null;
  readonly order: 'newest-first' | 'oldest-first';
  /** Id of the job the page starts after; must have the same owner and surface. */
  readonly after: string | null;
  readonly limit: number;
}

export type JobListOutcome =
  | { readonly kind: 'page'; readonly jobs: readonly Job[]; readonly hasMore: boolean }
  /** `after` is not a job of this owner and surface; foreign and missing are indistinguishable (I11). */
  | { readonly kind: 'cursor-unknown' };

export interface ChangedJobsQuery {
  /** null = every owner (administration only). */
  readonly owner: string | null;
  readonly surface: SurfaceName | null;
  /** From this instant on, inclusive. */
  readonly at: number;
  readonly limit: number;
}

export type ChangedJobsOutcome =
  /** Every job that changed since then, the longest unchanged first. */
  | { readonly kind: 'changed'; readonly jobs: readonly Job[] }
  /**
   * More than `limit` match, or too many jobs of all owners changed since then to scan them without delaying other
   * calls. Never the outcome when the whole store has no more than `limit` such jobs.
   */
  | { readonly kind: 'too-many' };

/** The recorded facts about one submission. */
export interface DispatchRecord {
  readonly jobId: string;
  readonly correlationId: string;
  readonly recordedAt: number;
  readonly sendDeadlineAt: number;
  /** The provider's handle as JSON text; null until it is known. */
  readonly handle: string | null;
  /** The account the handle is bound to; null without a handle, and for receipts of former releases. */
  readonly accountId: string | null;
  /** The proven refusal (`UpstreamError`) as JSON text, where one was recorded. */
  readonly refusal: string | null;
}

/** Identity of one piece of work at a provider's endpoint. */
export interface HandleAtEndpoint {
  /** The provider of the account. */
  readonly endpoint: string;
  /** The provider's handle as JSON text. */
  readonly handle: string;
}

/** Counts for admission, capacity and health. */
export interface QueueDepth {
  /** Jobs in `queued` and `awaiting_configuration`. */
  readonly waiting: number;
  /** Credits of `queued` jobs, by family: demand the pool has not reserved yet. */
  readonly waitingCredits: { readonly [family: string]: number };
  /** `queued` jobs by family. */
  readonly queuedByFamily: { readonly [family: string]: number };
  readonly byState: { readonly [S in JobState]: number };
}

/** The facts that decide whether a creation is accepted. */
export interface AdmissionFacts {
  /** The owner's credits; see `ApiUsers.usage`. */
  readonly usage: QuotaUsage;
  /** The pool; see `AccountPool.loads`. */
  readonly loads: readonly AccountLoad[];
  readonly waitingCredits: QueueDepth['waitingCredits'];
  /** Jobs that wait for an account: of all owners, and of this one. */
  readonly waiting: number;
  readonly ownWaiting: number;
  /** The owner's jobs that are not final, and their maximum; null = no limit. */
  readonly ownOpen: number;
  readonly maxOpenJobs: number | null;
}

/**
 * Reads jobs. A job whose record cannot be read is set aside: no page or search shows it and no runner claims it, while
 * its record, its key and its credits stay. A caller that asks for it by id or key gets `StorageUnavailable`; after "no
 * such job" it would pay again. Reads never wait for a writer and change nothing. Read-your-writes: every read sees
 * every write that resolved before the read started. Cost does not grow with the number of stored jobs.
 */
export interface JobReader {
  /** The job, or undefined. The caller compares owner and surface; an id alone is no permission. */
  find(id: string): Promise<Job | undefined>;
  /** The job and fingerprint claimed under a key, or undefined. */
  findByKey(input: {
    readonly scope: string;
    readonly key: string;
  }): Promise<{ readonly job: Job; readonly fingerprint: string } | undefined>;
  /** Ids of jobs accepted without a key in this scope with this fingerprint, newest first; at most `limit`. */
  findByContent(input: {
    readonly scope: string;
    readonly fingerprint: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** One page by creation order, keyset, never by offset. */
  list(query: JobListQuery): Promise<JobListOutcome>;
  /**
   * Returns present values of jobs changed since an instant (by `updatedAt`), which a subscriber missed. A job that
   * changes during the read appears in its state before or after; a job that was removed does not appear.
   */
  changedSince(query: ChangedJobsQuery): Promise<ChangedJobsOutcome>;
  /** Returns the trail, oldest first: a step for each act that said something or moved money, with that money. */
  trail(id: string): Promise<readonly TrailStep[]>;
  /** The facts of each submission try, oldest first. */
  dispatches(id: string): Promise<readonly DispatchRecord[]>;
  /**
   * Returns the id of the job whose dispatch record claims a handle at its endpoint, or undefined; see
   * `JobStore.recordReceipt`. Two handles are equal when their canonical JSON (RFC 8785) is.
   */
  jobOfHandle(input: HandleAtEndpoint): Promise<string | undefined>;
  depth(): Promise<QueueDepth>;
  /** Returns `ApiUsers.usage`, `AccountPool.loads` and `depth` of one instant between two writes, in one round trip. */
  admissionFacts(owner: string): Promise<AdmissionFacts>;
  /** Returns when the next claimable job falls due, or null: exactly how long the runner should sleep. */
  nextDueAt(): Promise<number | null>;
  /** Lists the jobs set aside that this process has tried to read. */
  unreadable(): Promise<readonly UnreadableJob[]>;
}
