import type { LedgerFact } from './ledger-fact.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { MockJob } from '../job/mock-job.ts';
import { reportedEnd } from '../job/reported-job.ts';
import { type CallbackEvent, callbackEvents } from '../job/callback-order.ts';
import { callbackDue } from '../job/word-callback.ts';

/** Delay of a callback after its event, in ms before scaling; null: it is sent after the callback of the end. */
export interface Lateness {
  readonly byMs: number | null;
}

/** An event whose callback is still to be delivered. */
export interface DueCallback {
  readonly job: string;
  readonly event: CallbackEvent;
  /** ms since 1970 by the clock of the space. */
  readonly at: number;
  /** Order among callbacks of the same instant. */
  readonly rank: number;
  readonly late: Lateness | null;
  /** Failed deliveries of the true message. */
  readonly tries: number;
  /** Messages still to be sent; null until decided. */
  readonly messages: readonly ('true' | 'forged')[] | null;
}

type CalledBack = Extract<LedgerFact, { readonly fact: 'called-back' }>;

/** Callbacks of a space: pending ones, and the outcomes of the others. */
export class CallbackQueue {
  readonly #clock: Pick<MockClock, 'scaled'>;
  /** Pending ones by job and event. */
  readonly #live = new Map<string, DueCallback>();
  readonly #over = new Map<string, readonly CalledBack[]>();

  constructor(clock: Pick<MockClock, 'scaled'>) {
    this.#clock = clock;
  }

  /** Adds the callbacks of an accepted job. A duplicate that the provider made calls nobody. */
  order(job: MockJob): void {
    if (job.duplicateOf !== undefined) return;
    const { callback, callbackLateMs: byMs } = job.instructions;
    const late = callback === 'late' ? { byMs } : null;
    for (const event of job.callback?.events ?? []) {
      const position = this.#positionOf(job, event, late);
      if (position !== null)
        this.put({ job: job.id, event, ...position, late, tries: 0, messages: null });
    }
  }

  /** Reschedules a job's callbacks when its course changes. Decided messages, and those already tried, stay. */
  change(job: MockJob): void {
    for (const event of callbackEvents) {
      const due = this.#live.get(nameOf({ job: job.id, event }));
      if (due === undefined || due.tries > 0) continue;
      const position = this.#positionOf(job, event, due.late);
      if (position === null) this.#live.delete(nameOf(due));
      // An unchanged one may be in delivery.
      else if (position.at !== due.at || position.rank !== due.rank)
        this.put({ ...due, ...position });
    }
  }

  /** Sets the messages of an event. */
  decide(due: DueCallback, messages: DueCallback['messages']): DueCallback {
    const decided = { ...due, messages };
    this.#live.set(nameOf(due), decided);
    return decided;
  }

  /** Delays a callback that is due. */
  delay(job: MockJob, due: DueCallback, late: Lateness): void {
    this.put({ ...due, ...this.#positionOf(job, due.event, late), late, messages: ['true'] });
  }

  drop(job: string): void {
    for (const event of callbackEvents) this.#live.delete(nameOf({ job, event }));
  }

  end(fact: CalledBack): void {
    this.#live.delete(nameOf({ job: fact.id, event: fact.event }));
    this.#over.set(fact.id, [...this.ofJob(fact.id), fact]);
  }

  isLive(due: DueCallback): boolean {
    return this.#live.get(nameOf(due)) === due;
  }

  /** Due callbacks, only the first of each job, at most `most`. */
  due(now: number, most: number, isHeld: (job: string) => boolean): readonly DueCallback[] {
    const jobs = new Set<string>();
    const isFirst = ({ job }: DueCallback) => {
      const isNew = !jobs.has(job);
      jobs.add(job);
      return isNew;
    };
    return [...this.#live.values()]
      .filter(({ at, job }) => at <= now && !isHeld(job))
      .toSorted((one, other) => (one.at === other.at ? one.rank - other.rank : one.at - other.at))
      .filter(isFirst)
      .slice(0, most);
  }

  /** Instant of a callback and its rank among those of one instant; null if it is never sent. */
  #positionOf(job: MockJob, event: CallbackEvent, late: Lateness | null) {
    const happensAt = callbackDue(job, event);
    if (happensAt === undefined) return null;
    const rank = callbackEvents.indexOf(event);
    // A late callback comes after the one of the end.
    if (late?.byMs === null && event !== 'ended')
      return { at: reportedEnd(job), rank: rank + callbackEvents.length };
    return { at: happensAt + this.#clock.scaled(late?.byMs ?? 0), rank };
  }

  /** Adds a callback, or gives it another instant. */
  put(due: DueCallback): void {
    this.#live.delete(nameOf(due));
    this.#live.set(nameOf(due), due);
  }

  /** Instants of pending callbacks. */
  instants(): readonly number[] {
    return [...this.#live.values()].map(({ at }) => at);
  }

  /** Outcomes of the callbacks of a job. */
  ofJob(id: string): readonly CalledBack[] {
    return this.#over.get(id) ?? [];
  }

  clear(): void {
    this.#live.clear();
    this.#over.clear();
  }
}

function nameOf({ job, event }: Pick<DueCallback, 'job' | 'event'>): string {
  return `${job} ${event}`;
}
