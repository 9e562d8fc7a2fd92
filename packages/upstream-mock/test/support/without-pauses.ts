import { vi } from 'vitest';

/** What takes longer is no pause but the time that a call or a connection may take, in ms. */
const longestPauseMs = 8_000;
const times = 100;

/** What a client gives that pauses before it tries or asks again: its pauses take a hundredth of their time. */
export async function withoutPauses<T>(call: () => PromiseLike<T>): Promise<T> {
  const { setTimeout: later } = globalThis;
  const pauses = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((callback, ms = 0, ...given) =>
      later(callback, ms > longestPauseMs ? ms : ms / times, ...given),
    );
  try {
    return await call();
  } finally {
    pauses.mockRestore();
  }
}
