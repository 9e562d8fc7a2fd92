import { isFinal, setBackBy } from '@filmgate/core';
import type { OpenJob, Lane } from '../memory/open-job.ts';
import { DueHeap } from './due-heap.ts';
import { StartQueue } from './start-queue.ts';

/**
 * Instants at which open jobs may be claimed. Jobs without an account wait until they are due and then for their
 * owner's turn; all others are claimed strictly by the instant. A leased job is filed under the end of its lease.
 */
export class Schedule {
  readonly #ongoing = new DueHeap<OpenJob>();
  readonly #waiting = new DueHeap<OpenJob>();
  readonly #ready = new DueHeap<OpenJob>();
  readonly #inTurn: StartQueue;
  /** Newest instant seen since the clock was last set back. */
  #newest = Number.NEGATIVE_INFINITY;

  constructor(find: (position: number) => OpenJob | undefined) {
    this.#inTurn = new StartQueue(find);
  }

  /**
   * Moves waiting jobs back by the same amount when the clock was set back; see `JobStore`. Call it with every `now`
   * before that instant decides or files anything.
   */
  follow(now: number): void {
    const by = setBackBy(this.#newest, now);
    this.#newest = by > 0 ? now : Math.max(this.#newest, now);
    if (by === 0) return;
    for (const heap of [this.#ongoing, this.#waiting, this.#ready]) {
      for (const job of heap.items()) moveBack(job, by);
    }
  }

  /** Precondition: the job is nowhere in the schedule. Jobs that need no run stay out of it. */
  file(job: OpenJob): void {
    const at = claimableAt(job);
    if (at === null) return;
    job.filedAt = at;
    job.lane = isStart(job) ? 'waiting' : 'ongoing';
    this.#heapOf(job.lane)?.push(job);
  }

  withdraw(job: OpenJob): void {
    this.#heapOf(job.lane)?.remove(job);
    job.lane = 'nowhere';
  }

  /** Takes out up to `limit` jobs that could start now, owners in turn. */
  takeStarts(wanted: {
    readonly families: readonly string[];
    readonly limit: number;
    readonly now: number;
  }): readonly OpenJob[] {
    this.#moveDue(wanted.now);
    const taken: OpenJob[] = [];
    while (taken.length < wanted.limit) {
      const job = this.#inTurn.take(wanted.families);
      if (job === undefined) break;
      this.withdraw(job);
      // Only if the clock was set back by less than the threshold: the job became ready by the old clock.
      if (job.filedAt > wanted.now) this.file(job);
      else taken.push(job);
    }
    return taken;
  }

  /** Takes out up to `limit` of the other due jobs, earliest first. */
  takeOngoing(wanted: { readonly limit: number; readonly now: number }): readonly OpenJob[] {
    const taken: OpenJob[] = [];
    while (taken.length < wanted.limit) {
      const job = this.#ongoing.peek();
      if (job === undefined || job.filedAt > wanted.now) break;
      this.withdraw(job);
      taken.push(job);
    }
    return taken;
  }

  /** The earliest instant a job may be claimed, or null. */
  nextDueAt(): number | null {
    const heads = [this.#ongoing.peek(), this.#waiting.peek(), this.#ready.peek()];
    const instants = heads.flatMap((job) => (job === undefined ? [] : [job.filedAt]));
    return instants.length === 0 ? null : Math.min(...instants);
  }

  #moveDue(now: number): void {
    for (let job = this.#waiting.peek(); job !== undefined; job = this.#waiting.peek()) {
      if (job.filedAt > now) return;
      this.withdraw(job);
      job.lane = 'ready';
      this.#ready.push(job);
      this.#inTurn.add(job);
    }
  }

  #heapOf(lane: Lane): DueHeap<OpenJob> | undefined {
    switch (lane) {
      case 'ongoing':
        return this.#ongoing;
      case 'waiting':
        return this.#waiting;
      case 'ready':
        return this.#ready;
      case 'nowhere':
        return undefined;
    }
  }
}

function moveBack(job: OpenJob, by: number): void {
  const { lease, dueAt } = job.current;
  job.filedAt -= by;
  job.current = {
    ...job.current,
    lease: lease === null ? null : { ...lease, until: lease.until - by },
    dueAt: dueAt === null ? null : dueAt - by,
  };
}

function claimableAt({ current }: OpenJob): number | null {
  if (isFinal(current.job.state)) return null;
  return current.lease === null ? current.dueAt : current.lease.until;
}

function isStart({ current }: OpenJob): boolean {
  const { state } = current.job;
  return state === 'queued' || state === 'awaiting_configuration';
}
