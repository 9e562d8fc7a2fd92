import { AssertionError, equal } from 'node:assert/strict';
import { StorageUnavailable } from '@filmgate/core';

/** Fails unless the call throws `StorageUnavailable`, the only thing adapters throw, and says nothing was applied. */
export async function refuses(call: () => Promise<unknown>, what: string): Promise<void> {
  const error = await call().then(
    () => {
      throw new AssertionError({ message: `${what} was not refused` });
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StorageUnavailable)) {
    throw new AssertionError({
      message: `${what} threw something other than StorageUnavailable: ${String(error)}`,
    });
  }
  equal(error.applied, 'no', `${what}: a refusal must say that nothing was applied`);
}
