import type { IdSource } from '@filmgate/core';

/** Creates ids of the right form, in order: `00000000000000000000000001` and so on. */
export function createCountingIds(): IdSource {
  let count = 0;
  return {
    next() {
      count += 1;
      return String(count).padStart(26, '0');
    },
  };
}
