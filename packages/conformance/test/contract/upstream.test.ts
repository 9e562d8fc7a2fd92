import { describe, it } from 'vitest';
import { upstreamConformance } from '../../src/upstream-conformance.ts';
import { openMemoryUpstream } from '../support/memory-upstream.ts';

const runner = { describe, it };

describe('an upstream client with every method', () => {
  upstreamConformance({ runner, open: () => openMemoryUpstream() });
});

describe('an upstream client that cannot be asked', () => {
  upstreamConformance({
    runner,
    open: () =>
      openMemoryUpstream(({ describe: say, prepare, submit, poll, openResult }) => ({
        describe: () => ({ ...say(), reconcileAfterMs: null }),
        prepare,
        submit,
        poll,
        openResult,
      })),
  });
});
