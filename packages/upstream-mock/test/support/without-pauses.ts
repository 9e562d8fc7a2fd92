import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';

/** What a client gives that pauses by `setTimeout`, before it tries or asks again: none of its pauses takes time. */
export async function withoutPauses<T>(call: () => PromiseLike<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const course = { isOver: false };
    const given = Promise.resolve(call()).finally(() => {
      course.isOver = true;
    });
    // Whoever awaits it sees it fail.
    given.catch(() => undefined);
    while (!course.isOver) {
      await vi.runOnlyPendingTimersAsync();
      await turn();
    }
    return await given;
  } finally {
    vi.useRealTimers();
  }
}
