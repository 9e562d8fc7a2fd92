import type { Logger } from '@filmgate/core';
import type { BackgroundStep, BackgroundWork, Command } from './batch.ts';
import type { Timing } from './timing.ts';
import type { WriteQueue } from './write-queue.ts';

/** After so long without a write there is time for deferrable work. */
const idleAfterMs = 20;

export interface BackgroundRunnerOptions {
  /** The most important first. */
  readonly works: readonly BackgroundWork[];
  readonly queue: Pick<WriteQueue, 'submitApart'>;
  readonly timing: Pick<Timing, 'after' | 'elapsed'>;
  readonly log: Logger | undefined;
}

/**
 * Does deferrable work while nothing is being written, one work after the other, and in between work that can be
 * deferred no longer, each in turn. It takes one step at a time and rests after each, so that a request waits for one
 * step at most and most requests wait for none.
 */
export class BackgroundRunner {
  readonly #options: BackgroundRunnerOptions;
  /** Calls off what is waited for. */
  #callOff: (() => void) | undefined;
  #isBusy = false;
  #isStopped = false;
  /** Rounds of writing. */
  #rounds = 0;
  /** Index of the work whose turn it is. */
  #turn = 0;

  constructor(options: BackgroundRunnerOptions) {
    this.#options = options;
  }

  /** To be called whenever something was written. */
  afterRound(): void {
    this.#rounds += 1;
    this.#resume();
  }

  /** Begins nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff?.();
  }

  #resume(): void {
    if (this.#isBusy || this.#isStopped) return;
    if (!this.#begin(false)) this.#wait(idleAfterMs, () => this.#begin(true));
  }

  /** Begins the next step; false without one. */
  #begin(idle: boolean): boolean {
    const { works } = this.#options;
    const inTurn = [...works.slice(this.#turn), ...works.slice(0, this.#turn)];
    for (const work of idle ? works : inTurn) {
      const step = work.nextStep(idle);
      if (step === undefined) continue;
      this.#turn = (works.indexOf(work) + 1) % works.length;
      void this.#take(step);
      return true;
    }
    return false;
  }

  async #take(step: BackgroundStep): Promise<void> {
    const roundsBefore = this.#rounds;
    this.#isBusy = true;
    try {
      const tookMs = await this.#run(step.command);
      step.committed();
      this.#wait(tookMs * step.rest, () => {
        this.#isBusy = false;
        // One round was the step's own.
        const isIdle = this.#rounds === roundsBefore + 1;
        if (!(isIdle && this.#begin(true))) this.#resume();
      });
    } catch (error) {
      // Taken again after the next write, when the disk may be better.
      this.#isBusy = false;
      this.#options.log?.error('housekeeping-failed', error);
    }
  }

  /** Returns how long it took from its beginning to the end of its commit, in ms. */
  async #run(command: Command<void>): Promise<number> {
    const { queue, timing } = this.#options;
    const { elapsed } = timing;
    let beganAt = elapsed();
    await queue.submitApart({
      run: (batch) => {
        beganAt = elapsed();
        command.run(batch);
      },
    });
    return elapsed() - beganAt;
  }

  #wait(ms: number, then: () => void): void {
    if (this.#isStopped) return;
    this.#callOff?.();
    this.#callOff = this.#options.timing.after(ms, then);
  }
}
