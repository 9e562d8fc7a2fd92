/**
 * Makes many callers share one run of `work`, which always begins after the call: a flush covers
 * everything that was written before it was asked for.
 */
export function createGroupedCall(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const begin = () => {
    waiting = undefined;
    running = work();
    return running;
  };
  return () => {
    waiting ??= running.then(begin, begin);
    return waiting;
  };
}
