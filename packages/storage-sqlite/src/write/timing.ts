/** Timing of the store. A simulation replaces the event loop, so that equal histories have equal results. */
export interface Timing {
  /** Runs the task on a later turn; writes requested until then are in the same transaction. */
  readonly defer: (task: () => void) => void;
  /** Runs the task after `ms` milliseconds, unless the returned function is called before. Keeps no process alive. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** A clock that never goes back, in ms. */
  readonly elapsed: () => number;
}

/** The event loop and the clock of this process. */
export const systemTiming: Timing = {
  defer: (task) => void setImmediate(task),
  after(ms, task) {
    const timer = setTimeout(task, ms).unref();
    return () => clearTimeout(timer);
  },
  elapsed: () => performance.now(),
};

/** Resolves on a later turn, so that other work runs in between. */
export function nextTurn({ defer }: Timing): Promise<void> {
  return new Promise((resolve) => {
    defer(resolve);
  });
}
