import { createRouter, defaultCatalog } from '@filmgate/core';

const takesAll = { accepts: () => ({ kind: 'accepted', size: null }) as const };

/** A router of the default catalog, with a mock that accepts every request. */
export const testBook = createRouter(
  { catalog: () => defaultCatalog },
  new Map([['mock', takesAll]]),
);
