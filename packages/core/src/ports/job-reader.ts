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
  readonly model: string | null;
  readonly accountId: string | null;
  /** Case-insensitive substring of the prompt, or a whole id; null = no search. */
  readonly search: string | null;
  /** From this instant on, this one included. */
  readonly createdFrom: number | null;
  /** Up to this instant, this one not included. */
  readonly createdUntil: number | null;
  readonly order: 'newest-first' | 'oldest-first';
  /** Id of the job the page starts after; must pass the same owner and surface. */
  readonly after: string | null;
  readonly limit: number;
}

export type JobListOutcome =
  | { readonly kind: 'page'; readonly jobs: readonly Job[]; readonly hasMore: boolean }
  /** `after` is not a job of this owner and surface; foreign and missing are the same (I11). */
  | { readonly kind: 'cursor-unknown' };

export interface ChangedJobsQuery {
  /** null = every owner (administration only). */
  readonly owner: string | null;
  readonly surface: SurfaceName | null;
  /** From this instant on, this one included. */
  readonly at: number;
  /** Jobs wanted at most. */
  readonly limit: number;
}

export type ChangedJobsOutcome =
  /** Every job whose last change is that young, the longest unchanged first. */
  | { readonly kind: 'changed'; readonly jobs: readonly Job[] }
  /**
   * More than `limit` match, or so many jobs of everybody changed since that looking through them would hold up others.
   * Never answered where the whole store has no more than `limit` such jobs.
   */
  | { readonly kind: 'too-many' };

/** What was written about one submission, facts only. */
export interface DispatchRecord {
  readonly jobId: string;
  readonly correlationId: string;
  readonly recordedAt: number;
  readonly sendDeadlineAt: number;
  /** The upstream's handle as JSON text, once it is known. */
  readonly handle: string | null;
  /** The account the handle is bound to; null without a handle, and for receipts of former releases. */
  readonly accountId: string | null;
  /** The proven refusal (`UpstreamError`) as JSON text, where one was recorded. */
  readonly refusal: string | null;
}

/** What names one piece of work at an upstream. */
export interface HandleInPlace {
  /** The provider of the account. */
  readonly place: string;
  /** The upstream's handle as JSON text. */
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

/** What a creation is judged by before it is accepted. */
export interface AdmissionFacts {
  /** The owner's credits; see `ApiUsers.usage`. */
  readonly usage: QuotaUsage;
  /** The pool; see `AccountPool.loads`. */
  readonly loads: readonly AccountLoad[];
  readonly waitingCredits: QueueDepth['waitingCredits'];
  /** Jobs that wait for an account: everybody's, and the owner's own. */
  readonly waiting: number;
  readonly ownWaiting: number;
  /** The owner's jobs that are not final, and how many it may have; null = no limit. */
  readonly ownOpen: number;
  readonly maxOpenJobs: number | null;
}

/**
 * Reading jobs. A job whose record cannot be read is set aside: it is on no page, in no search and never claimed, while its
 * record, its key and its credits stay as they are. A caller that asks by id or key is told `StorageUnavailable`; told "there
 * is none", it would pay again. Nothing here waits for a writer or changes anything. Read-your-writes: what a resolved write
 * did is seen by every read that starts later. Cost does not grow with the number of stored jobs.
 */
export interface JobReader {
  /** The job, or undefined. The caller compares owner and surface; an id alone is no permission. */
  find(id: string): Promise<Job | undefined>;
  /** The job and fingerprint claimed under a key, or undefined. */
  findByKey(input: {
    readonly scope: string;
    readonly key: string;
  }): Promise<{ readonly job: Job; readonly fingerprint: string } | undefined>;
  /** Ids of jobs claimed without a key in the scope and with the fingerprint, accepted last first; at most `limit`. */
  findByContent(input: {
    readonly scope: string;
    readonly fingerprint: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** One page by creation order, keyset, never by offset. */
  list(query: JobListQuery): Promise<JobListOutcome>;
  /**
   * Jobs, as they are now, that changed since an instant (by `updatedAt`): what a subscriber missed while it was away. A job that
   * changes while this is read is shown as it was before or after; one that was removed since is not shown.
   */
  changedSince(query: ChangedJobsQuery): Promise<ChangedJobsOutcome>;
  /** The event trail, oldest first: a step for each act that told something or moved money, with that money. */
  trail(id: string): Promise<readonly TrailStep[]>;
  /** The facts of each submission try, oldest first. */
  dispatches(id: string): Promise<readonly DispatchRecord[]>;
  /**
   * Id of the job whose dispatch record claims a handle in its place, or undefined; see `JobStore.recordReceipt`. Two handles are the same
   * when their canonical JSON (RFC 8785) is.
   */
  jobOfHandle(input: HandleInPlace): Promise<string | undefined>;
  depth(): Promise<QueueDepth>;
  /** What `ApiUsers.usage` of the owner, `AccountPool.loads` and `depth` answer at one instant between two writes; one way to the store. */
  admissionFacts(owner: string): Promise<AdmissionFacts>;
  /** When the next claimable job falls due, or null; lets the runner sleep exactly so long. */
  nextDueAt(): Promise<number | null>;
  /** The jobs that were set aside, as far as this process has met them. */
  unreadable(): Promise<readonly UnreadableJob[]>;
}
