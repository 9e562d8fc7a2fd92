import type { UpstreamHarness } from '@filmgate/conformance';
import { createHttpTransport, createTaskProvider, type OpenUrl } from '@filmgate/upstream-http';
import { startMockServer } from '@filmgate/upstream-mock';
import { z } from 'zod';
import { type Maker, makers, pathOf } from './makers.ts';
import { requestOf } from './request-of.ts';

/** Plain: the checks of the guarded opener of results have their own tests. */
const openUrl: OpenUrl = async (url, { signal }) => {
  const response = await fetch(url, { signal, redirect: 'error' }).catch(() => undefined);
  if (response?.body === undefined || response.body === null || !response.ok)
    return { kind: 'refused', message: 'no video' };
  const contentType = response.headers.get('content-type');
  return { kind: 'opened', body: response.body, length: null, contentType };
};

/** Handles of works that no provider has. */
const strange = {
  xai: { requestId: 'never-made' },
  minimax: { taskId: 'never-made', resolvedInputs: { imageCount: 0, referenceVideoIndices: [] } },
};

/** Opens the models of a maker in front of the provider at the mock, with a clock that stands still. */
export async function openMaker(maker: Maker): Promise<UpstreamHarness> {
  let now = Date.UTC(2026, 11, 1, 12);
  const mock = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1,
    seed: 'seed',
    control: true,
    personalities: [maker],
    accounts: { 'expired-key': { login: 'expired' } },
    now: () => now,
  });
  const description = makers[maker].describe({});
  const transports: { close(): Promise<void> }[] = [];
  const clientAt = (baseUrl: string) => {
    const transport = createHttpTransport(baseUrl);
    transports.push(transport);
    const endpoint = { id: 'place-1', baseUrl, resultHosts: [], isConfigured: true };
    return createTaskProvider(description, { endpoint, transport, openUrl, now: () => now });
  };
  const video = (tokens: string) => requestOf(maker, `a boat [[mock:${tokens}]]`);
  const model = description.models[0]?.model ?? '';
  const baseUrl = `${mock.url}${pathOf[maker]}`;
  const links = {
    replicate: { getUrl: `${baseUrl}/predictions/never-made` },
    fal: {
      responseUrl: 'https://queue.fal.run/fal-ai/veo3/requests/never-made',
      submitUrl: 'https://queue.fal.run/fal-ai/veo3',
    },
  };
  return {
    client: clientAt(baseUrl),
    // Handles of Replicate name the address, and no other one is read.
    clientAt: maker === 'replicate' ? null : clientAt,
    route: { endpoint: 'place-1', model, rank: 1 },
    account: { id: 'account-1', label: 'studio', secret: 'key-1:secret' },
    lockedOutAccount: { id: 'account-2', label: 'former studio', secret: 'expired-key' },
    requests: {
      succeeds: video('queue=1s,run=1s'),
      // The model reads no state of fal, by which a failure of the platform could be told from one of the read.
      fails: video(`queue=1s,run=1s,fail=${maker === 'fal' ? 'policy' : 'internal'}`),
      refused: video('refuse=400'),
      responseLost: [video('lost-response'), video('response=500,accepted=yes')],
    },
    strangeHandle: { version: 1, value: { model, operation: { ...strange, ...links }[maker] } },
    accepted: async () => {
      const response = await fetch(`${mock.url}/_mock/ledger`);
      return z.object({ accepted: z.int() }).parse(await response.json()).accepted;
    },
    now: () => now,
    advance: async (ms) => {
      now += ms;
    },
    dispose: async () => {
      await Promise.all(transports.map((transport) => transport.close()));
      await mock.close();
    },
  };
}
