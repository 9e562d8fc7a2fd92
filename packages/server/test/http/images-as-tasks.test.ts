import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { MockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { localClient } from './local-client.ts';
import { headersOf } from './passed-on.ts';
import { instant } from './prompts.ts';
import { oneEndpoint, type ProviderScene, startProviderScene } from './provider-scene.ts';
import { expectApiError, jsonOf, send } from './response.ts';
import { pngBytes } from './sample-media.ts';
import { jobListOf } from './shapes.ts';
import type { Gateway } from './start-gateway.ts';

/** A host of many makers' models, whose images are tasks as its videos are. */
const hosts = [
  {
    name: 'fal',
    path: '/fal',
    model: 'fal-nano-banana-2-16x9-2k',
    wireModel: 'fal-ai/nano-banana-2',
    edits: { model: 'fal-seedream-4.0-edit-4x3-2k', size: [2_304, 1_728], most: 10 },
    promise: '[providers.fal.images]',
  },
  {
    name: 'replicate',
    path: '/replicate/v1',
    model: 'replicate-flux-kontext-max-16x9-1k',
    wireModel: 'black-forest-labs/flux-kontext-max',
    edits: { model: 'replicate-flux-kontext-pro-3x2-1k', size: null, most: 1 },
    promise: '[providers.replicate.images]',
  },
] as const;

const jobsSchema = jobListOf(z.object({ id: z.string(), state: z.string() }));
const imagesSchema = z.object({ data: z.array(z.object({ b64_json: z.base64() })).length(1) });

describe.each(hosts)('images as tasks at $name', ({ name, path, model, promise, ...host }) => {
  const { edits, wireModel } = host;
  let scene: ProviderScene;
  let mock: MockServer;
  let gateway: Gateway;
  /** Passes on the calls of the mock, which it makes once it knows the gateway's address. */
  let exchange: Server;
  /** True if the calls of the mock do not arrive. */
  let isDeaf = false;

  beforeAll(async () => {
    exchange = createServer((request, response) => {
      void text(request)
        .then((body) => {
          if (isDeaf) return undefined;
          const headers = headersOf(request);
          return send(`${gateway.tasksUrl}${request.url}`, { method: 'POST', headers, body });
        })
        .finally(() => response.end());
    });
    await new Promise<void>((resolve) => exchange.listen(0, '127.0.0.1', resolve));
    const address = exchange.address();
    const port = typeof address === 'object' ? address?.port : 0;
    scene = await startProviderScene({
      personalities: [name],
      settings: async (url, folder) => ({
        ...(await oneEndpoint(folder, { id: name, protocol: name, baseUrl: url + path })),
        FILMGATE_NOTICES_URL: `http://127.0.0.1:${port}`,
      }),
      accounts: [{ label: name, endpoint: name, secret: 'canary', concurrency: 10 }],
    });
    ({ mock, gateway } = scene);
  });
  afterAll(async () => {
    await scene.close();
    exchange.close();
  });

  function order(prompt: string) {
    const local = localClient(gateway.localUrl, gateway.serviceApiKey);
    return local.images({ model, prompt, response_format: 'b64_json' });
  }

  function edit(prompt: string, images: number) {
    const form = new FormData();
    form.set('model', edits.model);
    form.set('prompt', prompt);
    form.set('response_format', 'b64_json');
    for (let seed = 1; seed <= images; seed += 1) {
      const bytes = pngBytes(seed, { width: 320, height: 320 });
      form.append('image[]', new File([bytes], `${seed}.png`, { type: 'image/png' }));
    }
    return fetch(`${gateway.tasksUrl}/v1/images/edits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiUserKey}` },
      body: form,
    });
  }

  /** The pixels that a PNG states. */
  function pixelsIn(base64: string | undefined): readonly number[] {
    const bytes = Buffer.from(base64 ?? '', 'base64');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  }

  async function jobFor(label: string, state: string) {
    const find = async () =>
      jobsSchema
        .parse(jsonOf(await gateway.adminFetch(`jobs?text=${encodeURIComponent(label)}`)))
        .data.find((job) => job.state === state);
    return await eventually(find, { what: `the job of ${label} to be ${state}` });
  }

  it(`${promise} are ordered once, read until they are made, and delivered`, async () => {
    const { data } = imagesSchema.parse(jsonOf(await order(instant('a paper kite'))));
    const [width = 0, height = 0] = pixelsIn(data[0]?.b64_json);
    expect(width / height).toBeCloseTo(16 / 9, 1);
    expect(mock.ledger('default', 'a paper kite')).toMatchObject({
      accepted: 1,
      jobs: [{ model: wireModel }],
    });
    await jobFor('a paper kite', 'completed');
  });

  it(`${promise} are made from as many images as the model takes, on the listener for API users`, async () => {
    const edited = await edit(instant('the kite in red'), edits.most);
    expect(edited.status, await edited.clone().text()).toBe(200);
    const [image] = imagesSchema.parse(await edited.json()).data;
    if (edits.size !== null) expect(pixelsIn(image?.b64_json)).toEqual(edits.size);
    const { jobs, accepted } = mock.ledger('default', 'the kite in red');
    expect(accepted).toBe(1);
    expect(jobs[0]?.references).toHaveLength(edits.most);
    const refused = await edit(instant('too many kites'), edits.most + 1);
    expect(refused.status).toBe(400);
    expect(mock.ledger('default', 'too many kites')).toMatchObject({ accepted: 0 });
  });

  it.each([
    ['their seed in the list, without a notice', 'listed-kite', true, []],
    ['the notice, where no list shows them', 'noticed-kite', false, ['list-lag=99999s']],
  ])(
    `${promise}[invariants.i1-one-submission] whose response was lost are found by %s, and never sent twice`,
    async (_, label, deaf, tokens) => {
      isDeaf = deaf;
      const response = await order(instant(label, 'lost-response', ...tokens));
      expect(response.status, response.text).toBe(200);
      imagesSchema.parse(jsonOf(response));
      expect(mock.ledger('default', label)).toMatchObject({ accepted: 1 });
      isDeaf = false;
    },
  );

  it(`${promise} that the provider withholds are refused by policy`, async () => {
    const refused = await order(instant('a forbidden kite', 'fail=policy'));
    expectApiError(refused, { status: 400, code: 'content_rejected' });
  });

  it(`${promise}[providers.catalog.lost-response] are listed as found by their mark`, async () => {
    const local = await fetch(`${gateway.localUrl}/v1/models`, {
      headers: { authorization: `Bearer ${gateway.serviceApiKey}` },
    });
    const listed = z
      .object({ data: z.array(z.looseObject({ id: z.string(), lost_response: z.string() })) })
      .parse(await local.json());
    const grades = [model, edits.model].map(
      (one) => listed.data.find(({ id }) => id === one)?.lost_response,
    );
    expect(grades).toEqual(['found_by_match', 'found_by_match']);
  });
});
