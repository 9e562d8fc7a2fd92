import type { UpstreamHarness } from '@filmgate/conformance';
import type { GenerationRequest } from '@filmgate/core';
import { createHttpTransport, createTaskProvider, type Transport } from '@filmgate/upstream-http';
import { reelhouse } from './reelhouse.ts';
import { reelhouseKey, startReelhouse } from './reelhouse-server.ts';

function video(prompt: string): GenerationRequest {
  return {
    model: 'vm_std-2.0',
    family: 'vm_std-2.0',
    mediaType: 'video',
    prompt,
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '720p',
    generateAudio: false,
    references: [],
  };
}

/** A new provider for each law, with a clock that the law moves, and the prompts that trigger each behaviour. */
export async function openReelhouse(): Promise<UpstreamHarness> {
  let now = 1_750_000_000_000;
  const server = await startReelhouse(() => now);
  const transport = createHttpTransport(server.url);
  const clientOn = (baseUrl: string, wire: Transport) =>
    createTaskProvider(reelhouse.describe({}), {
      endpoint: { id: 'reelhouse', baseUrl, resultHosts: [], isConfigured: true },
      transport: wire,
      openUrl: async () => ({ kind: 'refused', message: 'Reelhouse keeps its videos itself.' }),
      now: () => now,
    });
  return {
    client: clientOn(server.url, transport),
    clientAt: (baseUrl) => clientOn(baseUrl, createHttpTransport(baseUrl)),
    route: { endpoint: 'reelhouse', model: 'reel-1', rank: 1 },
    account: { id: 'account-1', label: 'studio', secret: reelhouseKey },
    lockedOutAccount: { id: 'account-2', label: 'former studio', secret: 'reelhouse-key-2' },
    requests: {
      succeeds: video('A paper boat'),
      fails: video('Let it break'),
      refused: video('Something forbidden'),
      responseLost: [video('Then hang up'), video('Then crash'), video('Then garble it')],
    },
    strangeHandle: { version: 1, value: { clip: 'unknown-clip' } },
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
