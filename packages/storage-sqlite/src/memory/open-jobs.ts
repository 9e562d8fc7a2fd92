import { isFinal, type Job, adjustQuota } from '@filmgate/core';
import type { Accounts } from '../accounts/accounts.ts';
import type { Owner, Owners } from '../ledger/owners.ts';
import type { JobCounts } from '../ledger/job-counts.ts';
import { Schedule } from '../schedule/schedule.ts';
import type { Batch } from '../write/batch.ts';
import type { OpenJob, Standing } from './open-job.ts';
import { PositionList } from './position-list.ts';

/** Which assets and which bytes open jobs refer to. */
class ReferencedAssets {
  readonly #ids = new Map<string, number>();
  readonly #digests = new Map<string, number>();

  hasAsset(id: string): boolean {
    return this.#ids.has(id);
  }

  hasDigest(sha256: string): boolean {
    return this.#digests.has(sha256);
  }

  /** Keeps bytes for as long as the store is open. */
  hold(sha256: string): void {
    add(this.#digests, sha256, 1);
  }

  /** Counts the job's references, or (`-1`) no longer. */
  weigh({ request }: Job, sign: 1 | -1): void {
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

/** A job as it enters memory. */
export interface Arrival {
  readonly position: number;
  readonly owner: Owner;
  readonly standing: Standing;
  /** Below every epoch a claim of it will get. */
  readonly epoch: number;
}

/**
 * Every job that has not ended. All sums and schedules follow from the jobs themselves: whatever replaces a job's
 * standing takes the old one off and puts the new one on, so that no counter can drift from what it counts.
 */
export class OpenJobs {
  readonly schedule = new Schedule((position) => this.#byPosition.get(position));
  readonly references = new ReferencedAssets();
  /** Positions of all of them; may contain some that have ended. */
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

  /** All of them, in no order. */
  all(): IterableIterator<OpenJob> {
    return this.#byPosition.values();
  }

  /** Takes in a job that was just accepted, or read when the store was opened. */
  admit(arrival: Arrival, batch: Batch | undefined): OpenJob {
    const job: OpenJob = {
      ...arrival,
      poolSeen: 0,
      lane: 'nowhere',
      filedAt: 0,
      heapIndex: -1,
    };
    this.#enter(job);
    this.#weigh(job.owner, job.standing.job, 1);
    this.schedule.file(job);
    batch?.undo(() => {
      this.schedule.withdraw(job);
      this.#weigh(job.owner, job.standing.job, -1);
      this.#leave(job);
    });
    return job;
  }

  /** Replaces what stands of a job, with everything that follows from it; a job that ends is let go. */
  change(job: OpenJob, next: Standing, batch: Batch | undefined): void {
    const former = job.standing;
    batch?.undo(() => this.#become(job, former));
    this.#become(job, next);
  }

  #become(job: OpenJob, next: Standing): void {
    const wasFinal = isFinal(job.standing.job.state);
    const nowFinal = isFinal(next.job.state);
    this.schedule.withdraw(job);
    if (job.standing.job !== next.job) {
      this.#weigh(job.owner, job.standing.job, -1);
      this.#weigh(job.owner, next.job, 1);
    }
    if (wasFinal && !nowFinal) this.#enter(job);
    if (!wasFinal && nowFinal) this.#leave(job);
    job.standing = next;
    this.schedule.file(job);
  }

  #weigh(owner: Owner, job: Job, sign: 1 | -1): void {
    adjustQuota(owner, job, sign);
    owner.count(job, sign);
    this.#owners.touch(owner);
    this.#accounts.weigh(job, sign);
    this.#jobCounts.weigh(job, sign);
  }

  #enter(job: OpenJob): void {
    const { position, owner, standing } = job;
    this.#byPosition.set(position, job);
    this.#byId.set(standing.job.id, job);
    this.positions.add(position);
    owner.open.add(position);
    this.references.weigh(standing.job, 1);
  }

  #leave(job: OpenJob): void {
    const { position, owner, standing } = job;
    this.#byPosition.delete(position);
    this.#byId.delete(standing.job.id);
    const holds = (one: number) => this.#byPosition.has(one);
    this.positions.remove(holds);
    owner.open.remove(holds);
    this.references.weigh(standing.job, -1);
  }
}
