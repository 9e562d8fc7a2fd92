import { isFinal, type Job, type StorageBundle } from '@filmgate/core';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';

/** What was seen of one job, change by change. */
export interface Seen {
  job: Job;
  /** True time of its last change. */
  changedAt: number;
  /** True time at which it ended; null while it is open. */
  endedAt: number | null;
}

/** Sees every committed change of every job at the instant it happens, and what must never be seen. */
export class JobWatch {
  readonly jobs = new Map<string, Seen>();
  readonly violations: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #situations: RareSituations;

  constructor(scheduler: Scheduler, situations: RareSituations) {
    this.#scheduler = scheduler;
    this.#situations = situations;
  }

  attach({ events }: StorageBundle): void {
    events.subscribeAll((job) => this.#see(job));
  }

  /** Picks one of the jobs seen so far. */
  idAt(pick: number): string | undefined {
    const ids = [...this.jobs.keys()];
    return ids[pick % Math.max(1, ids.length)];
  }

  /** The store went back: what it holds is taken as it is. */
  forgetChanges(jobs: readonly Job[]): void {
    const kept = new Map(jobs.map((job) => [job.id, job]));
    for (const [id, seen] of this.jobs) {
      const job = kept.get(id);
      if (job === undefined) this.jobs.delete(id);
      else {
        seen.job = job;
        if (!isFinal(job.state)) seen.endedAt = null;
      }
    }
  }

  #see(job: Job): void {
    const { now } = this.#scheduler;
    const seen = this.jobs.get(job.id);
    if (seen === undefined) {
      this.jobs.set(job.id, { job, changedAt: now, endedAt: isFinal(job.state) ? now : null });
      return;
    }
    this.#compare(seen.job, job);
    seen.job = job;
    seen.changedAt = now;
    if (isFinal(job.state)) seen.endedAt ??= now;
  }

  #compare(before: Job, after: Job): void {
    if (isFinal(before.state) && after.state !== before.state)
      this.violations.push(`I8: ${after.id} was ${before.state} and became ${after.state}`);
    if (after.progress < before.progress)
      this.violations.push(`I8: the progress of ${after.id} fell`);
    const closed = before.quota === 'settled' || before.quota === 'refunded';
    if (closed && after.quota !== before.quota)
      this.violations.push(`I4: the money of ${after.id} was ${before.quota} and became ${after.quota}`);
    const unsent = after.state === 'queued' || after.state === 'prepared' || after.state === 'dispatching';
    if (before.state === 'outcome_unknown' && unsent)
      this.violations.push(`I6: ${after.id} was unknown and became ${after.state}`);
    this.#noteRare(before, after);
  }

  #noteRare(before: Job, after: Job): void {
    if (before.quota === 'held' && after.quota === 'refunded') this.#situations.note('held money given back');
    if (before.quota === 'held' && after.quota === 'settled') this.#situations.note('held money paid');
    const found = before.state === 'outcome_unknown' && after.state === 'submitted';
    if (found) this.#situations.note(before.holdsSlot ? 'unknown work found' : 'work found after its slot was given up');
    if (before.state === 'dispatching' && after.state === 'queued') this.#situations.note('refused, and tried again');
  }
}
