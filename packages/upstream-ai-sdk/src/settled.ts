/** End of a call that programs of others make. */
export interface Settled<Value> {
  /** Undefined for a call that failed. */
  readonly value?: Value;
  /** The end in words, without any text of theirs. */
  readonly words: string;
}

/** Waits for the end of a call, but no longer than the signal lasts. Never throws. */
export async function settled<Value>(
  act: () => PromiseLike<Value>,
  signal: AbortSignal,
): Promise<Settled<Value>> {
  const { promise: aborted, resolve } = Promise.withResolvers<Settled<Value>>();
  const abort = () => resolve({ words: 'the model did not end in time' });
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([ended(act), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function ended<Value>(act: () => PromiseLike<Value>): Promise<Settled<Value>> {
  try {
    return { value: await act(), words: 'the model ended without an operation' };
  } catch (error) {
    // The message may contain anything; the name of a class is short and known.
    const name = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'an error';
    return { words: `the model threw ${name}` };
  }
}
