import type { CreditMove, Job, JobEffect, TrailMoney, TrailStep } from '@filmgate/core';

/** A legal change of a job: the next value and its effects, saved together. */
export interface JobStep {
  readonly next: Job;
  readonly effects: readonly JobEffect[];
}

/** Makes one step from a job's current value. */
export type StepMaker = (job: Job, now: number) => JobStep;

/** The next version of a job. */
export function changed(job: Job, now: number, changes: Partial<Job>): Job {
  return { ...job, ...changes, version: job.version + 1, updatedAt: now };
}

/** The account a job beyond `queued` works with. */
export function accountOf(job: Job): string {
  if (job.accountId === null) throw new RangeError(`Job ${job.id} (${job.state}) has no account.`);
  return job.accountId;
}

/** The job's price, moved in the ledger of an account. */
export function creditMove({ price: amount }: Job, move: CreditMove, accountId: string): JobEffect {
  return { kind: 'credit', move, accountId, amount, unit: 'credits' };
}

/** A trail line of a change. */
export function line(at: number, what: string): JobEffect {
  return { kind: 'trail', entry: { at, what, detail: {} } };
}

/** The movements of money in a trail, in order. */
export function moneyOf(trail: readonly TrailStep[]): readonly TrailMoney[] {
  return trail.flatMap(({ money }) => money);
}
