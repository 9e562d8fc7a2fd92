/** Shares one run of `work` among many callers. It begins after the call, so a flush covers all earlier writes. */
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
