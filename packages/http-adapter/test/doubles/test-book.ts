import { createRouter, defaultCatalog } from '@filmgate/core';

const takesAll = { accepts: () => ({ kind: 'accepted', size: null }) as const };

/** Who could make what of the default catalog, where the mock takes whatever it is asked for. */
export const testBook = createRouter(
  { catalog: () => defaultCatalog },
  new Map([['mock', takesAll]]),
);
