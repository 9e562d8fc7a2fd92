import { describe, it } from 'vitest';
import { upstreamConformance } from '../../src/upstream-conformance.ts';
import { openMemoryUpstream } from '../support/memory-upstream.ts';

const runner = { describe, it };

describe('a provider client with every method', () => {
  upstreamConformance({ runner, open: () => openMemoryUpstream() });
});

describe('a provider client that cannot be queried', () => {
  upstreamConformance({
    runner,
    open: () =>
      openMemoryUpstream((client) => ({
        capabilities: () => ({
          ...client.capabilities(),
          reconcileAfterMs: null,
          findsBy: 'none',
        }),
        accepts: (input) => client.accepts(input),
        prepare: (input) => client.prepare(input),
        submit: (input) => client.submit(input),
        poll: (input) => client.poll(input),
        openResult: (input) => client.openResult(input),
      })),
  });
});
