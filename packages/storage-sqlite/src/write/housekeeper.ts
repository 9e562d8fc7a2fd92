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

/**
 * Does what can be put off while nobody is writing, and what can be put off no longer in between: then one step of
 * each work per round, so that none is left behind.
 */
export class Housekeeper {
  readonly #options: HousekeeperOptions;
  readonly #underWay = new Set<BackgroundWork>();
  #idle: NodeJS.Timeout | undefined;
  #isStopped = false;
  #rounds = 0;

  constructor(options: HousekeeperOptions) {
    this.#options = options;
  }

  /** To be called whenever something was written. */
  afterRound(): void {
    this.#rounds += 1;
    for (const work of this.#options.works) this.#takeStep(work, false);
    if (this.#underWay.size === 0) this.#waitForIdle();
  }

  /** Begins nothing any more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#idle);
  }

  #waitForIdle(): void {
    if (this.#isStopped) return;
    if (this.#idle === undefined) {
      this.#idle = setTimeout(() => this.#takeIdleStep(), idleAfterMs).unref();
    } else {
      this.#idle.refresh();
    }
  }

  /** One work at a time: somebody may come while it is done. */
  #takeIdleStep(): void {
    for (const work of this.#options.works) if (this.#takeStep(work, true)) return;
  }

  #takeStep(work: BackgroundWork, idle: boolean): boolean {
    if (this.#isStopped || this.#underWay.has(work)) return false;
    const step = work.nextStep(idle);
    if (step === undefined) return false;
    this.#underWay.add(work);
    void this.#take(work, step, idle);
    return true;
  }

  async #take(work: BackgroundWork, step: BackgroundStep, idle: boolean): Promise<void> {
    const roundsBefore = this.#rounds;
    try {
      await this.#options.queue.submit(step.command);
      step.committed();
      this.#underWay.delete(work);
      // One round was the step's own.
      if (idle && this.#rounds === roundsBefore + 1) this.#takeIdleStep();
      if (this.#underWay.size === 0) this.#waitForIdle();
    } catch (error) {
      // Taken again after the next write, when the disk may be better.
      this.#underWay.delete(work);
      this.#options.log?.error('housekeeping-failed', error);
    }
  }
}
