import { awaitsResolution } from '../job/awaits-resolution.ts';
import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import type { JobEvents } from '../ports/job-events.ts';
import type { JobReader } from '../ports/job-reader.ts';
import type { Deadlines } from './deadlines.ts';
import type { AwaitResult, OwnedJobId } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { readOwnJob } from './read-own-job.ts';

/** Dependencies shared by the waits of one gateway. */
export interface Waiting {
  readonly ports: {
    readonly storage: {
      readonly reader: Pick<JobReader, 'find'>;
      readonly events: Pick<JobEvents, 'subscribe'>;
    };
  };
  readonly options: Pick<GatewayOptions, 'unknownSlotMs'>;
  readonly deadlines: Deadlines;
}

type AwaitInput = OwnedJobId & { readonly timeoutMs: number; readonly signal: AbortSignal };

/** Waits for a job's end: subscribes, then reads, to miss nothing in between. A caller that leaves changes nothing. */
export function awaitEnd(waiting: Waiting, input: AwaitInput): Promise<AwaitResult> {
  const wait = new Wait(waiting, input);
  return readOwnJob(waiting.ports, input).then(
    (job) => wait.begin(job),
    (error: unknown) => {
      wait.release();
      throw error;
    },
  );
}

/** One caller's wait. Ten thousand are open at once, so it holds only what it has to release, and the latest job. */
class Wait {
  readonly #waiting: Waiting;
  readonly #input: AwaitInput;
  readonly #unsubscribe: () => void;
  #cancelDeadline: (() => void) | undefined;
  #latest: Job | undefined;
  /** Set when the job is known to be the caller's: before that, the caller may learn nothing about it. */
  #report: ((result: AwaitResult) => void) | undefined;

  constructor(waiting: Waiting, input: AwaitInput) {
    this.#waiting = waiting;
    this.#input = input;
    this.#unsubscribe = waiting.ports.storage.events.subscribe(input.id, (job) => {
      this.#latest = job;
      this.#reportIfOver(job);
    });
  }

  /** Continues with the stored job, unless a change was announced meanwhile. */
  begin(found: Job | undefined): Promise<AwaitResult> {
    if (found === undefined) {
      this.release();
      return Promise.resolve({ kind: 'not-found' });
    }
    return new Promise((resolve) => {
      this.#report = resolve;
      this.#latest ??= found;
      this.#reportIfOver(this.#latest);
      if (this.#report !== undefined) this.#wait();
    });
  }

  release(): void {
    this.#report = undefined;
    this.#unsubscribe();
    this.#cancelDeadline?.();
    this.#input.signal.removeEventListener('abort', this.#giveUp);
  }

  #wait(): void {
    const { signal, timeoutMs } = this.#input;
    if (signal.aborted) {
      this.#giveUp();
      return;
    }
    signal.addEventListener('abort', this.#giveUp, { once: true });
    this.#cancelDeadline = this.#waiting.deadlines.add(timeoutMs, this.#giveUp);
  }

  /** Reports the end to the caller, or that a person has to act. */
  #reportIfOver(job: Job): void {
    if (isFinal(job.state) || awaitsResolution(job, this.#waiting.options.unknownSlotMs))
      this.#end({ kind: 'ended', job });
  }

  readonly #giveUp = (): void => {
    if (this.#latest !== undefined) this.#end({ kind: 'still-running', job: this.#latest });
  };

  #end(result: AwaitResult): void {
    const report = this.#report;
    if (report === undefined) return;
    this.release();
    report(result);
  }
}
