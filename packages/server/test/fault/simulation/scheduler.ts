/** One thing that happens in the world, at an instant. */
interface Task {
  /** True time, ms since the world began. */
  readonly at: number;
  /** Order of scheduling, for tasks of one instant. */
  readonly order: number;
  /** False when nothing came of it, so that there is nothing to wait for. */
  readonly run: () => boolean;
}

const kept = Promise.resolve();

function isEarlier(one: Task, other: Task): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/**
 * True time and everything that will happen: tasks run one by one, the earliest first, and what a task sets going by promises
 * comes to rest before the next one. A task is a moment at which anything else may come between.
 */
export class Scheduler {
  #now = 0;
  #order = 0;
  /** A binary heap, the earliest first. */
  readonly #tasks: Task[] = [];
  /** What is under way that goes on by turns of the event loop, and not by promises alone. */
  #byTurns = 0;
  readonly #deferred: (() => void)[] = [];
  #isSettling = false;

  /** True time, ms since the world began. */
  get now(): number {
    return this.#now;
  }

  /** Lets something happen in `ms`; `run` says whether anything came of it. */
  after(ms: number, run: () => boolean): void {
    this.#order += 1;
    this.#tasks.push({ at: this.#now + Math.max(0, ms), order: this.#order, run });
    this.#rise(this.#tasks.length - 1);
  }

  /** Lets something happen at this very instant, when everything else has come to rest. */
  defer(task: () => void): void {
    if (this.#isSettling) this.#deferred.push(task);
    else process.nextTick(task);
  }

  /** Has every moment wait for a turn of the event loop until `asked` is settled: its streams go on by such turns. */
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

  /** Runs tasks up to one of which something came; false when none is left. */
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
   * A tick asked for by a promise runs when no promise is left that can be kept: everything has come to rest then that goes by
   * promises. A turn of the event loop would cost four times as much.
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

  /** Whether the lower task was the earlier one, and has risen. */
  #swapIfEarlier(tasks: Task[], lower: number, upper: number): boolean {
    const below = tasks[lower];
    const above = tasks[upper];
    if (below === undefined || above === undefined || !isEarlier(below, above)) return false;
    tasks[lower] = above;
    tasks[upper] = below;
    return true;
  }
}
