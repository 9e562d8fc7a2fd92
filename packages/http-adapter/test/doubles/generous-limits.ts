import type { RequestLimits } from '../../src/index.ts';

const plenty = { each: 1_000_000_000, inAll: 1_000_000_000 };

/** Limits no test reaches by accident. */
export const generousLimits: RequestLimits = {
  bodyBytes: plenty,
  openRequests: plenty,
  openFiles: plenty,
  connections: { inAll: 10_000, unknownEach: 10_000, isShared: () => true },
};
