/** One event in the world, at an instant. */
interface Task {
  /** True time, ms since the world began. */
  readonly at: number;
  /** Order of scheduling, for tasks of one instant. */
  readonly order: number;
  /** Returns false when the task had no effect, so that nothing must be awaited. */
  readonly run: () => boolean;
}

const kept = Promise.resolve();

function isEarlier(one: Task, other: Task): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/**
 * True time and all future events: tasks run one by one, the earliest first, and the promises that a task starts settle
 * before the next one. Between two tasks anything else may happen.
 */
export class Scheduler {
  #now = 0;
  #order = 0;
  /** A binary heap, the earliest first. */
  readonly #tasks: Task[] = [];
  /** Number of running operations that advance by turns of the event loop, and not by promises alone. */
  #byTurns = 0;
  readonly #deferred: (() => void)[] = [];
  #isSettling = false;

  /** True time, ms since the world began. */
  get now(): number {
    return this.#now;
  }

  /** Schedules a task in `ms`; `run` returns true if it had an effect. */
  after(ms: number, run: () => boolean): void {
    this.#order += 1;
    this.#tasks.push({ at: this.#now + Math.max(0, ms), order: this.#order, run });
    this.#rise(this.#tasks.length - 1);
  }

  /** Runs a task at this very instant, after all others have settled. */
  defer(task: () => void): void {
    if (this.#isSettling) this.#deferred.push(task);
    else process.nextTick(task);
  }

  /** Makes every moment wait for a turn of the event loop until `asked` is settled: its streams advance by turns. */
  goesByTurns(asked: Promise<unknown>): void {
    this.#byTurns += 1;
    const ended = (): void => this.defer(() => void (this.#byTurns -= 1));
    asked.then(ended, ended);
  }

  /** Lets `ms` pass. */
  pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    this.#isSettling = true;
    return new Promise((resolve, reject) => {
      const resume = (): void => {
        try {
          if (this.#runUntil(end)) {
            this.#whenAtRest(resume);
            return;
          }
        } catch (error) {
          this.#isSettling = false;
          reject(error instanceof Error ? error : new Error(String(error)));
          return;
        }
        this.#isSettling = false;
        resolve();
      };
      this.#whenAtRest(resume);
    });
  }

  /** Runs tasks up to the first with an effect; returns false when none is left. */
  #runUntil(end: number): boolean {
    if (this.#deferred.length > 0) {
      for (const task of this.#deferred.splice(0)) task();
      return true;
    }
    for (let next = this.#tasks[0]; next !== undefined && next.at <= end; next = this.#tasks[0]) {
      this.#takeFirst();
      this.#now = next.at;
      if (next.run()) return true;
    }
    this.#now = end;
    return false;
  }

  /**
   * Runs a tick requested by a promise when no other promise can settle: all promise work has ended then. A turn of the
   * event loop would cost four times as much.
   */
  #whenAtRest(resume: () => void): void {
    if (this.#byTurns > 0) setImmediate(resume);
    else void kept.then(() => process.nextTick(resume));
  }

  #takeFirst(): void {
    const last = this.#tasks.pop();
    if (last === undefined || this.#tasks.length === 0) return;
    this.#tasks[0] = last;
    this.#sink();
  }

  #rise(from: number): void {
    const tasks = this.#tasks;
    for (let position = from; position > 0; ) {
      const above = (position - 1) >> 1;
      if (!this.#swapIfEarlier(tasks, position, above)) return;
      position = above;
    }
  }

  #sink(): void {
    const tasks = this.#tasks;
    for (let position = 0; ; ) {
      const left = 2 * position + 1;
      const one = tasks[left];
      const other = tasks[left + 1];
      if (one === undefined) return;
      const below = other !== undefined && isEarlier(other, one) ? left + 1 : left;
      if (!this.#swapIfEarlier(tasks, below, position)) return;
      position = below;
    }
  }

  /** True if the lower task was the earlier one, and has moved up. */
  #swapIfEarlier(tasks: Task[], lower: number, upper: number): boolean {
    const below = tasks[lower];
    const above = tasks[upper];
    if (below === undefined || above === undefined || !isEarlier(below, above)) return false;
    tasks[lower] = above;
    tasks[upper] = below;
    return true;
  }
}
