import { describe, expect, it } from 'vitest';
import { ark } from '../../src/ark/index.ts';
import { createTaskProvider } from '../../src/engine/create-task-provider.ts';
import { unlinkedFamilies } from '../../src/engine/linked-kinds.ts';
import { openEngine, sampleNow, submitSample } from '../support/open-engine.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../support/sample-request.ts';
import { ScriptedTransport } from '../support/scripted-transport.ts';

const description = ark.describe({});
const route = sampleRoute({ model: 'dreamina-seedance-2-5-260628' });
const image = sampleReference('reference_image');
const video = sampleReference('reference_video');
const ofVideo = sampleRequest({ references: [image, video] });

describe('a reference that a provider reads at a link', () => {
  it('[providers.engine.linked] is refused by name where no links are made', () => {
    const client = createTaskProvider(description, {
      endpoint: {
        id: 'ark-intl',
        baseUrl: 'https://ark.example',
        resultHosts: [],
        isConfigured: false,
      },
      transport: new ScriptedTransport(() => ({ status: 500, body: {} })),
      openUrl: async () => ({ kind: 'refused', message: 'There is no network.' }),
      now: () => sampleNow,
    });
    expect(client.accepts({ route, request: ofVideo })).toMatchObject({
      kind: 'not-accepted',
      parameter: 'references',
      reference: 1,
      reason: expect.stringContaining('FILMGATE_ASSET_LINKS_URL'),
    });
    const ofImage = sampleRequest({ references: [image] });
    expect(client.accepts({ route, request: ofImage })).toMatchObject({ kind: 'accepted' });
  });

  it('[providers.engine.linked] is accepted where links are made', () => {
    const { client } = openEngine(description, () => ({ status: 500, body: {} }));
    expect(client.accepts({ route, request: ofVideo })).toMatchObject({ kind: 'accepted' });
  });

  it('[providers.engine.linked] is ordered later where no link could be made', async () => {
    const { client, transport } = openEngine(
      description,
      () => ({ status: 500, body: {} }),
      () => Promise.reject(new Error('the key store is away')),
    );
    const outcome = await submitSample(client, { route, request: { references: [video] } });
    expect(outcome).toMatchObject({ kind: 'rejected', error: { kind: 'unavailable' } });
    expect(transport.calls).toEqual([]);
  });

  it('[providers.engine.linked] takes its families from the offer where no links are made', () => {
    const needing = (description.families ?? []).filter(({ references }) =>
      references.kinds.includes('video'),
    );
    expect(needing.map(({ id }) => id)).toEqual([
      'seedance-2.5-video-references',
      'seedance-2.0-video-references',
    ]);
    const offered = unlinkedFamilies(description);
    expect(offered).toHaveLength((description.families ?? []).length - needing.length);
    expect(offered.filter((one) => needing.includes(one))).toEqual([]);
  });
});
