/** How often a node looks at the store and says that it lives, in ms. */
const BEAT_EVERY_MS = 1000;

/** After how many beats it looks for what dead nodes left. */
const BEATS_PER_SWEEP = 5;

export interface HeartbeatTasks {
  /** At every beat. */
  readonly beat: () => Promise<void>;
  /** Now and then, and at the first beat. */
  readonly sweep: () => Promise<void>;
}

/** Beats, one at a time, until it is stopped. What fails is tried again with the next beat. */
export class Heartbeat {
  readonly #tasks: HeartbeatTasks;
  #beats = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(tasks: HeartbeatTasks) {
    this.#tasks = tasks;
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#beat(), BEAT_EVERY_MS).unref();
  }

  async #beat(): Promise<void> {
    try {
      await this.#tasks.beat();
      if (this.#beats % BEATS_PER_SWEEP === 0) await this.#tasks.sweep();
      this.#beats += 1;
    } catch {
      // The connection says so to everybody who asks for it.
    } finally {
      this.#schedule();
    }
  }
}
