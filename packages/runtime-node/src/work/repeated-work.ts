import type { Clock } from '@filmgate/core';

/** Work that is repeated in the background. */
export interface RepeatedWork {
  /** Starts with a pause; returns at once. */
  start(): void;
  /** Resolves when the running act has ended. Safe to repeat. */
  stop(): Promise<void>;
}

/**
 * Repeats an act with a pause before each.
 *
 * @param everyMs pause in ms
 * @param act must not reject: nobody waits for it before `stop`
 */
export function repeatWork(
  clock: Pick<Clock, 'sleep'>,
  everyMs: number,
  act: () => void | Promise<void>,
): RepeatedWork {
  const stopping = new AbortController();
  let loop = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(everyMs, stopping.signal);
      await act();
    }
  };
  return {
    start: () => {
      loop = run();
    },
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}
