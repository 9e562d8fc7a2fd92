import type { Clock } from '@filmgate/core';
import type { MachineClock } from './machine-clock.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * One start of the gateway on one machine. Timers and messages reach it: both stop for good when it is killed, and wait
 * while it is paused. Its sent messages still arrive.
 */
export class NodeProcess {
  readonly name: string;
  readonly machine: MachineClock;
  readonly #scheduler: Scheduler;
  #killedAt: number | null = null;
  #isPaused = false;
  readonly #lateTimers: (() => boolean)[] = [];
  readonly #lateMessages: (() => boolean)[] = [];
  readonly #sleepers = new WeakMap<AbortSignal, Set<() => void>>();

  constructor(scheduler: Scheduler, machine: MachineClock, name: string) {
    this.#scheduler = scheduler;
    this.machine = machine;
    this.name = name;
  }

  /** True time of its kill; null while it is running. */
  get killedAt(): number | null {
    return this.#killedAt;
  }

  get isAlive(): boolean {
    return this.#killedAt === null;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  kill(): void {
    this.#killedAt ??= this.#scheduler.now;
  }

  pause(): void {
    this.#isPaused = true;
  }

  /** A resumed process runs its timers first, then reads its sockets. */
  resume(): void {
    this.#isPaused = false;
    const late = [...this.#lateTimers.splice(0), ...this.#lateMessages.splice(0)];
    for (const run of late)
      this.#scheduler.after(0, () => this.#whenAwake(run, this.#lateMessages));
  }

  /** Delivers a message to it after `ms`. */
  hear(ms: number, run: () => void): void {
    this.#scheduler.after(ms, () => this.#whenAwake(() => happened(run), this.#lateMessages));
  }

  clock(): Clock {
    return {
      now: () => this.machine.now(),
      monotonicMs: () => this.machine.monotonicMs(),
      sleep: (ms, signal) => this.#sleep(ms, signal),
    };
  }

  #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleepers = signal === undefined ? undefined : this.#sleepersOf(signal);
      sleepers?.add(resolve);
      if (ms === Number.POSITIVE_INFINITY) return;
      const wake = (): boolean => {
        if (signal?.aborted === true) return false;
        sleepers?.delete(resolve);
        resolve();
        return true;
      };
      this.#scheduler.after(this.machine.trueMs(ms) + 1, () =>
        this.#whenAwake(wake, this.#lateTimers),
      );
    });
  }

  /** Sleepers on a signal: one listener for all of them, since loops sleep on one signal for their lifetime. */
  #sleepersOf(signal: AbortSignal): Set<() => void> {
    const known = this.#sleepers.get(signal);
    if (known !== undefined) return known;
    const sleepers = new Set<() => void>();
    const end = (): void => {
      for (const resolve of sleepers) resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    this.#sleepers.set(signal, sleepers);
    return sleepers;
  }

  #whenAwake(run: () => boolean, late: (() => boolean)[]): boolean {
    if (!this.isAlive) return false;
    if (!this.#isPaused) return run();
    late.push(run);
    return false;
  }
}

function happened(run: () => void): boolean {
  run();
  return true;
}
