import type { LedgerFact } from '../world/ledger-fact.ts';
import type { MockJob } from '../world/mock-job.ts';
import { toldEnd } from '../world/told-job.ts';
import { type CallbackEvent, callbackEvents } from './callback-order.ts';
import { callbackDue } from './word-callback.ts';

/** An event whose callback is not over. */
export interface DueCallback {
  readonly job: string;
  readonly event: CallbackEvent;
  /** In ms since 1970 by the clock of the space. */
  at: number;
  /** Among those of one instant. */
  rank: number;
  /** Deliveries of its own message that failed. */
  tries: number;
  /** What is still to be sent; null until it is decided. */
  messages: readonly ('true' | 'forged')[] | null;
}

type CalledBack = Extract<LedgerFact, { readonly fact: 'called-back' }>;

/** The callbacks of a world: those to come, in the order of their instants, and what became of the others. */
export class CallbackBook {
  /** By job and event. */
  readonly #live = new Map<string, DueCallback>();
  /** By instant; entries that are not live any more are passed over. */
  #queue: DueCallback[] = [];
  readonly #over = new Map<string, readonly CalledBack[]>();

  /** A job was accepted. One that its provider made by itself calls no one. */
  order(job: MockJob): void {
    if (job.duplicateOf !== undefined) return;
    for (const event of job.callback?.events ?? []) {
      const happensAt = callbackDue(job, event);
      if (happensAt === undefined) continue;
      // What comes late is overtaken by the end.
      const isLate = job.instructions.callback === 'late' && event !== 'ended';
      const at = isLate ? toldEnd(job) : happensAt;
      const rank = callbackEvents.indexOf(event) + (isLate ? callbackEvents.length : 0);
      const due: DueCallback = { job: job.id, event, at, rank, tries: 0, messages: null };
      this.#live.set(nameOf(due), due);
      this.put(due);
    }
  }

  /** A job goes another way than it did. */
  change(job: MockJob): void {
    if (job.callback === undefined) return;
    this.drop(job.id);
    this.order(job);
    for (const over of this.ofJob(job.id)) this.#live.delete(nameOf({ ...over, job: over.id }));
  }

  drop(job: string): void {
    for (const event of callbackEvents) this.#live.delete(`${job} ${event}`);
  }

  end(fact: CalledBack): void {
    this.#live.delete(nameOf({ job: fact.id, event: fact.event }));
    this.#over.set(fact.id, [...this.ofJob(fact.id), fact]);
  }

  isLive(due: DueCallback): boolean {
    return this.#live.get(nameOf(due)) === due;
  }

  /** Takes out what is due, of each job the first alone, at most so many. */
  take(now: number, most: number, isHeld: (job: string) => boolean): readonly DueCallback[] {
    const taken: DueCallback[] = [];
    const left: DueCallback[] = [];
    const jobs = new Set<string>();
    let passed = 0;
    for (const due of this.#queue) {
      if (due.at > now || taken.length === most) break;
      passed += 1;
      if (!this.isLive(due)) continue;
      if (jobs.has(due.job) || isHeld(due.job)) left.push(due);
      else taken.push(due);
      jobs.add(due.job);
    }
    this.#queue.splice(0, passed, ...left);
    return taken;
  }

  put(due: DueCallback): void {
    let from = 0;
    let to = this.#queue.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#queue[middle];
      if (other !== undefined && isBefore(due, other)) to = middle;
      else from = middle + 1;
    }
    this.#queue.splice(from, 0, due);
  }

  /** Instants at which something is due. */
  *instants(): Iterable<number> {
    for (const due of this.#queue) if (this.isLive(due)) yield due.at;
  }

  /** What became of the callbacks of a job. */
  ofJob(id: string): readonly CalledBack[] {
    return this.#over.get(id) ?? [];
  }

  *facts(): Iterable<LedgerFact> {
    for (const over of this.#over.values()) yield* over;
  }

  clear(): void {
    this.#live.clear();
    this.#queue = [];
    this.#over.clear();
  }
}

function nameOf({ job, event }: Pick<DueCallback, 'job' | 'event'>): string {
  return `${job} ${event}`;
}

function isBefore(one: DueCallback, other: DueCallback): boolean {
  return one.at === other.at ? one.rank < other.rank : one.at < other.at;
}
