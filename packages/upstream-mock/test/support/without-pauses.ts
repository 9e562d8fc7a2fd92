import { vi } from 'vitest';

/** A longer delay is no pause but the timeout of a call or a connection, in ms. */
const longestPauseMs = 8_000;
const times = 100;

/** Result of a client that pauses before retries and polls: its pauses take a hundredth of their time. */
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
