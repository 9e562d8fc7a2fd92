import type { Logger } from '@filmgate/core';
import type { BackgroundStep, BackgroundWork, Command } from './batch.ts';
import type { Timing } from './timing.ts';
import type { WriteQueue } from './write-queue.ts';

/** Time without a write after which deferrable work is done. */
const idleAfterMs = 20;

export interface BackgroundRunnerOptions {
  /** Most important first. */
  readonly works: readonly BackgroundWork[];
  readonly queue: Pick<WriteQueue, 'submitApart'>;
  readonly timing: Pick<Timing, 'after' | 'elapsed'>;
  readonly log: Logger | undefined;
}

/**
 * Does deferrable work while nothing is being written, one work after the other, and in between work that can no longer
 * be deferred, each in turn. Runs one step at a time and rests after each, so that a request waits for one step at most
 * and most requests wait for none.
 */
export class BackgroundRunner {
  readonly #options: BackgroundRunnerOptions;
  /** Cancels the pending timer. */
  #callOff: (() => void) | undefined;
  #isBusy = false;
  #isStopped = false;
  #rounds = 0;
  /** Index of the work whose turn it is. */
  #turn = 0;

  constructor(options: BackgroundRunnerOptions) {
    this.#options = options;
  }

  /** To be called after every write. */
  afterRound(): void {
    this.#rounds += 1;
    this.#resume();
  }

  /** Starts no further step. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff?.();
  }

  #resume(): void {
    if (this.#isBusy || this.#isStopped) return;
    if (!this.#begin(false)) this.#wait(idleAfterMs, () => this.#begin(true));
  }

  /** Starts the next step; false if there is none. */
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
      // Retried after the next write, when the disk may be better.
      this.#isBusy = false;
      this.#options.log?.error('housekeeping-failed', error);
    }
  }

  /** Returns the time from the start of the command to the end of its commit, in ms. */
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
