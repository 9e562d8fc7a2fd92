import type { Job, JobState, QueueDepth } from '@filmgate/core';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Saved } from '../write/batch.ts';

interface Demand {
  jobs: number;
  credits: number;
}

/** Number of jobs in each state. Updated with each change, so that the database never has to count. */
export class JobCounts implements Saved {
  readonly #byState = new Map<JobState, number>();
  readonly #queued = new Map<string, Demand>();
  readonly #update: { run(completed: number, failed: number): unknown };
  #saved: string;

  /** Starts with the finished jobs alone, as the database counts them; the others are added as they are read. */
  constructor(database: SqliteDatabase) {
    const { kysely } = database;
    const counts = database
      .prepare(kysely.selectFrom('store').select(['completed', 'failed']))
      .get();
    this.#byState.set('completed', counts?.completed ?? 0);
    this.#byState.set('failed', counts?.failed ?? 0);
    this.#update = database.prepare(kysely.updateTable('store').set({ completed: 0, failed: 0 }));
    this.#saved = this.#finished();
  }

  get waiting(): number {
    return this.count('queued') + this.count('awaiting_configuration');
  }

  count(state: JobState): number {
    return this.#byState.get(state) ?? 0;
  }

  /** Adds the job to the count of its state, or (`-1`) removes it. */
  adjust({ state, price, request }: Job, sign: 1 | -1): void {
    this.#byState.set(state, this.count(state) + sign);
    if (state !== 'queued') return;
    const demand = this.#queued.get(request.family) ?? { jobs: 0, credits: 0 };
    demand.jobs += sign;
    demand.credits += sign * price;
    if (demand.jobs === 0) this.#queued.delete(request.family);
    else this.#queued.set(request.family, demand);
  }

  depth(): QueueDepth {
    const queued = [...this.#queued];
    return {
      waiting: this.waiting,
      waitingCredits: Object.fromEntries(queued.map(([family, { credits }]) => [family, credits])),
      queuedByFamily: Object.fromEntries(queued.map(([family, { jobs }]) => [family, jobs])),
      byState: this.#states(),
    };
  }

  #states(): QueueDepth['byState'] {
    return {
      queued: this.count('queued'),
      awaiting_configuration: this.count('awaiting_configuration'),
      prepared: this.count('prepared'),
      dispatching: this.count('dispatching'),
      submitted: this.count('submitted'),
      polling: this.count('polling'),
      storing: this.count('storing'),
      completed: this.count('completed'),
      failed: this.count('failed'),
      outcome_unknown: this.count('outcome_unknown'),
    };
  }

  isDirty(): boolean {
    return this.#saved !== this.#finished();
  }

  flush(): void {
    this.#update.run(this.count('completed'), this.count('failed'));
  }

  flushed(): void {
    this.#saved = this.#finished();
  }

  #finished(): string {
    return `${this.count('completed')}/${this.count('failed')}`;
  }
}
