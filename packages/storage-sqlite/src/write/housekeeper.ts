import type { EventLog } from '@filmgate/core';
import type { BackgroundStep, BackgroundWork } from './background-step.ts';
import type { WriteQueue } from './write-queue.ts';

/** Nothing has been written for so long: there is time for what can be put off. */
const idleAfterMs = 20;

export interface HousekeeperOptions {
  readonly works: readonly BackgroundWork[];
  readonly queue: Pick<WriteQueue, 'submit'>;
  readonly log: EventLog | undefined;
}

/** Does what can be put off while nobody is writing, and what can be put off no longer in between. */
export class Housekeeper {
  readonly #options: HousekeeperOptions;
  #idle: NodeJS.Timeout | undefined;
  #isAtWork = false;
  #isStopped = false;
  #rounds = 0;

  constructor(options: HousekeeperOptions) {
    this.#options = options;
  }

  /** To be called whenever something was written. */
  afterRound(): void {
    this.#rounds += 1;
    if (this.#isStopped || this.#isAtWork) return;
    if (!this.#takeStep(false)) this.#waitForIdle();
  }

  /** Begins nothing any more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#idle);
  }

  #waitForIdle(): void {
    if (this.#idle !== undefined) {
      this.#idle.refresh();
      return;
    }
    this.#idle = setTimeout(() => void this.#takeStep(true), idleAfterMs).unref();
  }

  #takeStep(idle: boolean): boolean {
    if (this.#isStopped || this.#isAtWork) return false;
    for (const work of this.#options.works) {
      const step = work.nextStep(idle);
      if (step === undefined) continue;
      this.#isAtWork = true;
      void this.#take(step, idle);
      return true;
    }
    return false;
  }

  async #take(step: BackgroundStep, idle: boolean): Promise<void> {
    const roundsBefore = this.#rounds;
    try {
      await this.#options.queue.submit(step.command);
      step.committed();
      this.#isAtWork = false;
      // One round was the step's own.
      const stillIdle = idle && this.#rounds === roundsBefore + 1;
      if (!stillIdle || !this.#takeStep(true)) this.#waitForIdle();
    } catch (error) {
      // Taken again after the next write, when the disk may be better.
      this.#isAtWork = false;
      this.#options.log?.error('housekeeping-failed', error);
    }
  }
}
