import { type UpstreamHarness, upstreamConformance } from '@filmgate/conformance';
import { describe, it } from 'vitest';
import { createTaskProvider } from '../../src/engine/create-task-provider.ts';
import { createHttpTransport } from '../../src/engine/http-transport.ts';
import type { Transport } from '../../src/engine/transport.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import { reelKey, startReelServer } from '../support/reel/reel-server.ts';
import { sampleRequest } from '../support/sample-request.ts';

const video = (prompt: string) => sampleRequest({ prompt });

/** Opens a separate provider for each law, on a real socket. */
async function openReel(find: Parameters<typeof reelDescription>[0]): Promise<UpstreamHarness> {
  let now = 1_750_000_000_000;
  const server = await startReelServer(() => now);
  const transport = createHttpTransport(server.url);
  const clientOn = (baseUrl: string, wire: Transport) =>
    createTaskProvider(reelDescription(find), {
      endpoint: { id: 'reel', baseUrl, resultHosts: [], isConfigured: true },
      transport: wire,
      openUrl: async () => ({ kind: 'refused', message: 'Nothing is elsewhere.' }),
      now: () => now,
    });
  return {
    client: clientOn(server.url, transport),
    clientAt: (baseUrl) => clientOn(baseUrl, createHttpTransport(baseUrl)),
    route: { endpoint: 'reel', model: 'short', rank: 1 },
    account: { id: 'account-1', label: 'studio', secret: reelKey },
    lockedOutAccount: { id: 'account-2', label: 'former studio', secret: 'reel-key-2' },
    requests: {
      succeeds: video('a boat'),
      fails: video('a boat, and let it tear'),
      refused: video('something forbidden'),
      responseLost: [
        video('then hang up'),
        video('then crash'),
        video('then garble it'),
        video('then cut short'),
        video('then an edge page'),
        video('then be nameless'),
        video('then be elsewhere'),
      ],
    },
    strangeHandle: { version: 1, value: { video: 'f-999' } },
    accepted: async () => server.accepted(),
    now: () => now,
    advance: async (ms) => {
      now += ms;
    },
    dispose: async () => {
      await transport.close();
      await server.close();
    },
  };
}

describe.each(['name', 'settled-name', 'list', 'key', null] as const)(
  'the engine, where lost submissions are found by %s',
  (find) => {
    upstreamConformance({ runner: { describe, it }, open: () => openReel(find) });
  },
);
