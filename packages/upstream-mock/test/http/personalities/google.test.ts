import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  callWire,
  openPersonalityServer,
  type PersonalityServer,
  type WireCall,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

const day = 24 * 3_600_000;
const call = (given: WireCall) => server.call('google', given);
const isVideo = (base64: string) =>
  Buffer.from(base64, 'base64').toString('latin1', 4, 8) === 'ftyp';

describe('operations', () => {
  const model = 'publishers/google/models/some-model';
  const nameSchema = z.strictObject({ name: z.string() });

  async function predict(prompt: string, given: object = {}, resource = model) {
    const parameters = { durationSeconds: 2, resolution: '480p', ...given };
    const body = { instances: [{ prompt }], parameters };
    const path = `/v1beta1/${resource}:predictLongRunning`;
    return nameSchema.parse((await call({ path, body })).body).name;
  }
  const read = (operationName: string, resource = model) =>
    call({ path: `/v1beta1/${resource}:fetchPredictOperation`, body: { operationName } });

  it('[providers.personalities.wire] have the video in the answer, of the models of every project', async () => {
    const resource = `projects/p-1/locations/us-central1/${model}`;
    const name = await predict('told [[mock:queue=1s,run=1s]]', {}, resource);
    expect(name).toMatch(
      /^projects\/p-1\/locations\/us-central1\/publishers\/google\/models\/some-model\/operations\//,
    );
    expect((await read(name, resource)).body).toEqual({ name });
    server.advance(2_000);
    const videos = z.tuple([z.object({ bytesBase64Encoded: z.string(), mimeType: z.string() })]);
    const done = z
      .strictObject({
        name: z.literal(name),
        done: z.literal(true),
        response: z.object({ '@type': z.string(), videos }),
      })
      .parse((await read(name, resource)).body);
    expect(isVideo(done.response.videos[0].bytesBase64Encoded)).toBe(true);
    expect((await read(name.replace('p-1', 'p-2'), resource)).status).toBe(404);
    expect((await read(name.replace('us-central1', 'other'))).status).toBe(404);
  });

  it('[providers.personalities.wire] of the Gemini API say where the video is, for the key of its account', async () => {
    const resource = 'models/some-model';
    const name = await predict(
      'gemini [[mock:queue=1s,run=1s]]',
      { durationSeconds: '2' },
      resource,
    );
    expect(name).toMatch(/^models\/some-model\/operations\//);
    const poll = (key = 'key-1') => call({ path: `/v1beta/${name}`, key });
    expect((await poll()).body).toEqual({ name });
    server.advance(2_000);
    const sample = z.object({ video: z.object({ uri: z.url() }) });
    const { response } = z
      .object({
        response: z.object({
          generateVideoResponse: z.object({ generatedSamples: z.tuple([sample]) }),
        }),
      })
      .parse((await poll()).body);
    const { uri } = response.generateVideoResponse.generatedSamples[0].video;
    expect(uri).toContain(`${server.url}/google/v1beta/files/`);
    const file = await callWire(`${uri}&key=key-1`, { key: null, follows: true });
    expect(Buffer.from(file.text).toString('latin1', 4, 8)).toBe('ftyp');
    const keyless = await callWire(uri, { key: null });
    expect([keyless.status, (await poll('key-2')).status]).toEqual([401, 404]);
    const filtered = await predict('[[mock:queue=0s,run=0s,fail=policy]]', {}, resource);
    expect((await call({ path: `/v1beta/${filtered}` })).body).toMatchObject({
      done: true,
      response: { generateVideoResponse: { raiMediaFilteredCount: 1 } },
    });
  });

  it.each([
    ['internal', { error: { code: 13 } }],
    ['credits', { error: { code: 8 } }],
    [
      'policy',
      {
        response: {
          raiMediaFilteredCount: 1,
          raiMediaFilteredReasons: [expect.stringContaining('filtered')],
        },
      },
    ],
  ])('[providers.personalities.wire] are done when they fail for %s', async (reason, reported) => {
    const name = await predict(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
    const response = await read(name);
    expect(response.body).toMatchObject({ name, done: true, ...reported });
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(response.body))).toHaveLength(3);
  });

  it.each([
    ['url-403=1', 403],
    ['result-gone', 404],
    ['html-body', 200],
    ['truncate=10%', 200],
    ['result-cut=1', 200],
  ])(
    '[providers.personalities.read-faults] %s befalls the video in the answer',
    async (token, status) => {
      const whole = (await read(await predict('whole [[mock:queue=0s,run=0s]]'))).text.length;
      const response = await read(await predict(`[[mock:queue=0s,run=0s,${token}]]`));
      expect(response.status).toBe(status);
      expect(response.text.length).toBeLessThan(whole * 0.9);
    },
  );

  it.each([
    [{ instances: [] }, 'instances'],
    [{ instances: [{}] }, 'instances.0.prompt'],
    [{ instances: [{ prompt: 'x' }], parameters: { sampleCount: 2 } }, 'parameters.sampleCount'],
    [{ instances: [{ prompt: 'x' }], parameters: { durationSeconds: 61 } }, 'durationSeconds'],
    [{ instances: [{ prompt: 'x' }], parameters: { aspectRatio: 'wide' } }, 'aspectRatio'],
    [{ instances: [{ prompt: 'x', style: '[[mock:findable]]' }] }, 'style'],
  ])('[providers.personalities.errors] name what is wrong in %j', async (body, endpoint) => {
    const response = await call({ path: `/v1/${model}:predictLongRunning`, body });
    expect([response.status, response.body]).toMatchObject([
      400,
      {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: expect.stringContaining(endpoint),
        },
      },
    ]);
  });

  it('[mock.tokens-everywhere] google takes tokens in the texts of an operation, and in its model', async () => {
    const token = '[[mock:refuse=429]]';
    const path = `/v1/${model}:predictLongRunning`;
    for (const parameters of [
      { negativePrompt: token },
      { aspectRatio: `16:9${token}` },
      { resolution: `720p${token}` },
    ]) {
      const body = { instances: [{ prompt: 'x' }], parameters };
      expect((await call({ path, body })).status).toBe(429);
    }
    const named = encodeURI(`/v1/${model}${token}:predictLongRunning`);
    const body = { instances: [{ prompt: 'x' }] };
    expect((await call({ path: named, body })).status).toBe(429);
  });

  it('[providers.personalities.wire] keep frames and references by their bytes', async () => {
    const bytesBase64Encoded = 'iVBORw0KGgo=';
    const image = { bytesBase64Encoded, mimeType: 'image/png' };
    const instance = {
      prompt: 'with references',
      image,
      lastFrame: { gcsUri: 'gs://bucket/last.png' },
      referenceImages: [{ image, referenceType: 'asset' }],
    };
    await call({ path: `/v1/${model}:predictLongRunning`, body: { instances: [instance] } });
    const [job] = (await server.ledger('with references')).jobs;
    expect(job?.references).toMatchObject([
      { role: 'image', size: 8 },
      { role: 'lastFrame', size: 'gs://bucket/last.png'.length },
      { role: 'referenceImages', size: 8 },
    ]);
  });
});

it('[providers.personalities.wire] a list of models is for a valid key, and costs nothing', async () => {
  const list = (key: string | null) => call({ path: '/v1beta/models?pageSize=1', key });
  expect([await list('key-1'), (await list(null)).status]).toMatchObject([{ status: 200 }, 401]);
  expect((await list('key-1')).body).toEqual({ models: [] });
});

describe('interactions', () => {
  const idSchema = z.object({ id: z.string() });

  async function begin(input: unknown, given: object = {}, format: object = {}) {
    const response_format = { type: 'video', duration: '2s', resolution: '360p', ...format };
    const body = { model: 'some-model', input, background: true, response_format, ...given };
    return idSchema.parse((await call({ path: '/v1beta/interactions', body })).body).id;
  }
  const read = async (id: string) => (await call({ path: `/v1beta/interactions/${id}` })).body;

  it('[providers.personalities.wire] have the video itself, or a file that wants the key and leads elsewhere', async () => {
    const labels = { job: '1' };
    const inline = await begin('inline [[mock:queue=0s,run=0s]]', { labels });
    const reported = z.object({
      steps: z.tuple([z.object({ content: z.tuple([z.record(z.string(), z.string())]) })]),
    });
    const done = await read(inline);
    expect(done).toMatchObject({
      status: 'completed',
      labels,
      usage: { output_tokens_by_modality: [{ modality: 'video', tokens: 2_000 }] },
    });
    const [video] = reported.parse(done).steps[0].content;
    expect(video).toMatchObject({ type: 'video', mime_type: 'video/mp4' });
    expect(isVideo(video['data'] ?? '')).toBe(true);
    const linked = await begin('linked [[mock:queue=0s,run=0s]]', {}, { delivery: 'uri' });
    const { uri = '' } = reported.parse(await read(linked)).steps[0].content[0];
    const get = (url: string, key: string | null) => callWire(url, { wire: 'google', key });
    expect(uri).toBe(`${server.url}/google/v1beta/files/${linked}:download?alt=media`);
    expect((await get(uri, null)).status).toBe(401);
    expect((await get(uri, 'key-2')).status).toBe(404);
    const redirect = await get(uri, 'key-1');
    expect(redirect.status).toBe(302);
    const target = redirect.headers.get('location') ?? '';
    expect((await get(target, null)).headers.get('content-type')).toBe('video/mp4');
    server.advance(2 * day);
    expect((await get(target, null)).status).toBe(403);
  });

  it.each([
    ['internal', { status: 'failed', errors: [{ code: 13 }] }],
    ['credits', { status: 'failed', errors: [{ code: 8 }] }],
    ['policy', { status: 'completed', steps: [{ content: [{ type: 'text' }] }] }],
  ])(
    '[providers.personalities.wire] tell what failed for %s, and use no tokens',
    async (reason, reported) => {
      const id = await begin(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
      const body = await read(id);
      expect(body).toMatchObject(reported);
      expect(body).not.toHaveProperty('usage');
    },
  );

  it('[mock.cancel] google cancels what is open, refuses to once it has ended, and erases on demand', async () => {
    const post = (id: string) => call({ method: 'POST', path: `/v1/interactions/${id}/cancel` });
    const id = await begin('canceled [[mock:queue=1s,run=5s]]');
    server.advance(2_000);
    const canceled = await post(id);
    expect([canceled.status, canceled.body]).toMatchObject([200, { id, status: 'cancelled' }]);
    expect(await server.ledger('canceled')).toMatchObject({ failed: 1, charged_credits: 2 });
    expect((await post(id)).body).toMatchObject({ error: { status: 'FAILED_PRECONDITION' } });
    expect((await post('v1_1')).status).toBe(404);
    const path = `/v1/interactions/${id}`;
    expect((await call({ method: 'DELETE', path })).status).toBe(200);
    expect((await call({ path })).status).toBe(404);
    expect(await server.ledger('canceled')).toMatchObject({ accepted: 1 });
  });

  it('[providers.personalities.wire] take texts and media in pieces, or in steps', async () => {
    const image = { type: 'image', data: 'iVBORw0KGgo=', mime_type: 'image/png' };
    const video = { type: 'video', uri: 'https://caller.example/v.mp4' };
    await begin([{ type: 'text', text: 'in pieces' }, image]);
    await begin([{ type: 'user_input', content: [video, { type: 'text', text: 'in steps' }] }]);
    await begin({ type: 'text', text: 'in one piece' });
    const { jobs } = await server.ledger('in ');
    const reported = jobs.map(({ prompt, references }) => [
      prompt,
      references.map(({ role }) => role),
    ]);
    expect(reported.slice(-3)).toEqual([
      ['in pieces', ['image']],
      ['in steps', ['video']],
      ['in one piece', []],
    ]);
  });

  it.each([
    [{ background: false }, 'background'],
    [{ background: undefined }, 'background'],
    [{ model: undefined }, 'model'],
    [{ input: undefined }, 'input'],
    [{ response_format: { type: 'audio' } }, 'response_format'],
    [{ response_format: { type: 'video', duration: 5 } }, 'response_format'],
    [{ response_format: { type: 'video', aspect_ratio: '1:1' } }, 'response_format'],
    [{ system_instruction: '[[mock:findable]]' }, 'system_instruction'],
  ])('[providers.personalities.errors] name what is wrong with %j', async (given, endpoint) => {
    const body = { model: 'some-model', input: 'x', background: true, ...given };
    const response = await call({ path: '/v1/interactions', body });
    expect([response.status, response.body]).toMatchObject([
      400,
      { error: { status: 'INVALID_ARGUMENT', message: expect.stringContaining(endpoint) } },
    ]);
  });
});

it('[providers.personalities.errors] takes a key in its header, in the URL, and a token, and no other', async () => {
  const path = '/v1/interactions/v1_1';
  const none = { key: null };
  expect((await call({ path: `${path}?key=key-1`, ...none })).status).toBe(404);
  const bearer = { authorization: 'Bearer key-1' };
  expect((await call({ path, ...none, headers: bearer })).status).toBe(404);
  for (const given of [{}, { headers: { 'x-goog-api-key': 'two words' } }]) {
    expect((await call({ path, ...none, ...given })).status).toBe(401);
  }
  expect((await call({ path: `${path}?key=`, ...none })).status).toBe(401);
});

it('[providers.personalities.errors] tells an empty purse from a rate by its status alone', async () => {
  const body = { model: 'some-model', input: 'x', background: true };
  const poor = await call({ path: '/v1/interactions', body, key: 'poor-key' });
  const input = 'x [[mock:refuse=429]]';
  const fast = await call({ path: '/v1/interactions', body: { ...body, input } });
  for (const [response, code] of [
    [poor, 402],
    [fast, 429],
  ] as const) {
    expect([response.status, response.body]).toMatchObject([
      code,
      { error: { code, status: 'RESOURCE_EXHAUSTED' } },
    ]);
  }
});

it('[providers.personalities.errors] has no model of the name that stands for none', async () => {
  const body = { model: 'no-such-model', input: 'x', background: true };
  expect((await call({ path: '/v1/interactions', body })).status).toBe(404);
  const path = '/v1/publishers/google/models/no-such-model:predictLongRunning';
  expect((await call({ path, body: { instances: [{ prompt: 'x' }] } })).status).toBe(404);
});
