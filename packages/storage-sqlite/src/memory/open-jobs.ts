import { isFinal, type Job, adjustQuota } from '@filmgate/core';
import type { Accounts } from '../accounts/accounts.ts';
import type { Owner, Owners } from '../ledger/owners.ts';
import type { JobCounts } from '../ledger/job-counts.ts';
import { Schedule } from '../schedule/schedule.ts';
import type { Batch } from '../write/batch.ts';
import type { OpenJob, OpenJobState } from './open-job.ts';
import { PositionList } from './position-list.ts';

/** Assets and bytes that open jobs refer to. */
class ReferencedAssets {
  readonly #ids = new Map<string, number>();
  readonly #digests = new Map<string, number>();

  hasAsset(id: string): boolean {
    return this.#ids.has(id);
  }

  hasDigest(sha256: string): boolean {
    return this.#digests.has(sha256);
  }

  /** Keeps bytes while the store is open. */
  hold(sha256: string): void {
    add(this.#digests, sha256, 1);
  }

  /** Adds the job's references, or (`-1`) removes them. */
  adjust({ request }: Job, sign: 1 | -1): void {
    for (const { assetId, sha256 } of request.references) {
      if (assetId !== null) add(this.#ids, assetId, sign);
      add(this.#digests, sha256, sign);
    }
  }
}

function add(counts: Map<string, number>, name: string, sign: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + sign;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

/** A job to be added to memory. */
export interface Arrival {
  readonly position: number;
  readonly owner: Owner;
  readonly current: OpenJobState;
  /** Below every epoch a claim of the job will get. */
  readonly epoch: number;
}

/**
 * Every job that has not ended. All sums and schedules follow from the jobs themselves: every change of a job's state
 * subtracts the old one and adds the new one, so that no counter can drift from what it counts.
 */
export class OpenJobs {
  readonly schedule = new Schedule((position) => this.#byPosition.get(position));
  readonly references = new ReferencedAssets();
  /** Positions of the jobs; may include some that have ended. */
  readonly positions = new PositionList();
  readonly #byPosition = new Map<number, OpenJob>();
  readonly #byId = new Map<string, OpenJob>();
  readonly #owners: Owners;
  readonly #accounts: Accounts;
  readonly #jobCounts: JobCounts;

  constructor(parts: {
    readonly owners: Owners;
    readonly accounts: Accounts;
    readonly jobCounts: JobCounts;
  }) {
    this.#owners = parts.owners;
    this.#accounts = parts.accounts;
    this.#jobCounts = parts.jobCounts;
  }

  find(id: string): OpenJob | undefined {
    return this.#byId.get(id);
  }

  at(position: number): OpenJob | undefined {
    return this.#byPosition.get(position);
  }

  /** All open jobs, in no order. */
  all(): IterableIterator<OpenJob> {
    return this.#byPosition.values();
  }

  /** Adds a job that was just accepted, or read when the store was opened. */
  admit(arrival: Arrival, batch: Batch | undefined): OpenJob {
    const job: OpenJob = {
      ...arrival,
      poolSeen: 0,
      lane: 'nowhere',
      filedAt: 0,
      heapIndex: -1,
    };
    this.#enter(job);
    this.#adjust(job.owner, job.current.job, 1);
    this.schedule.file(job);
    batch?.undo(() => {
      this.schedule.withdraw(job);
      this.#adjust(job.owner, job.current.job, -1);
      this.#leave(job);
    });
    return job;
  }

  /** Replaces a job's state and updates sums, schedules and indexes; removes the job once it is final. */
  change(job: OpenJob, next: OpenJobState, batch: Batch | undefined): void {
    const former = job.current;
    batch?.undo(() => this.#become(job, former));
    this.#become(job, next);
  }

  #become(job: OpenJob, next: OpenJobState): void {
    const wasFinal = isFinal(job.current.job.state);
    const nowFinal = isFinal(next.job.state);
    this.schedule.withdraw(job);
    if (job.current.job !== next.job) {
      this.#adjust(job.owner, job.current.job, -1);
      this.#adjust(job.owner, next.job, 1);
    }
    if (wasFinal && !nowFinal) this.#enter(job);
    if (!wasFinal && nowFinal) this.#leave(job);
    job.current = next;
    this.schedule.file(job);
  }

  #adjust(owner: Owner, job: Job, sign: 1 | -1): void {
    adjustQuota(owner, job, sign);
    owner.count(job, sign);
    this.#owners.touch(owner);
    this.#accounts.adjust(job, sign);
    this.#jobCounts.adjust(job, sign);
  }

  #enter(job: OpenJob): void {
    const { position, owner, current } = job;
    this.#byPosition.set(position, job);
    this.#byId.set(current.job.id, job);
    this.positions.add(position);
    owner.open.add(position);
    this.references.adjust(current.job, 1);
  }

  #leave(job: OpenJob): void {
    const { position, owner, current } = job;
    this.#byPosition.delete(position);
    this.#byId.delete(current.job.id);
    const holds = (one: number) => this.#byPosition.has(one);
    this.positions.remove(holds);
    owner.open.remove(holds);
    this.references.adjust(current.job, -1);
  }
}
