import { type UpstreamHarness, upstreamConformance } from '@filmgate/conformance';
import { describe, it } from 'vitest';
import { accountOf, type OpenMock, waysToOpen } from '../support/open-mock.ts';
import { sampleRequest } from '../support/sample-request.ts';

function harnessOf(mock: OpenMock): UpstreamHarness {
  const prompted = (prompt: string) => sampleRequest({ prompt });
  return {
    client: mock.client,
    clientAt: mock.clientAt,
    route: { endpoint: 'mock', model: 'vidA', rank: 1 },
    account: accountOf('key-1'),
    lockedOutAccount: accountOf('expired-key'),
    requests: {
      succeeds: sampleRequest(),
      fails: prompted('[[mock:fail=internal]]'),
      refused: prompted('[[mock:refuse=503]]'),
      // Silence is left to the caller to end; behaviour.test.ts does.
      responseLost: [
        prompted('[[mock:lost-response]]'),
        prompted('[[mock:response=500,findable]]'),
        prompted('[[mock:response=garbled]]'),
      ],
    },
    strangeHandle: { version: 1, value: { id: 'gen_000000000000000000000000' } },
    accepted: async () => (await mock.ledger()).accepted,
    now: () => mock.now(),
    advance: async (ms) => {
      mock.advance(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
    dispose: () => mock.close(),
  };
}

describe.each(waysToOpen)('the mock client $way', ({ open }) => {
  upstreamConformance({ runner: { describe, it }, open: async () => harnessOf(await open()) });
});
