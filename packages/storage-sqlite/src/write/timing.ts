/** How the store waits. One of a simulation takes the place of the event loop, so that equal histories are equal. */
export interface Timing {
  /** Runs the task on a later turn; what is asked for until then is written with it. */
  readonly defer: (task: () => void) => void;
  /** Runs the task after so many ms, unless what it returns is called before. Keeps no process alive. */
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

/** Resolves on a later turn, so that other work comes in between. */
export function nextTurn({ defer }: Timing): Promise<void> {
  return new Promise((resolve) => {
    defer(resolve);
  });
}
