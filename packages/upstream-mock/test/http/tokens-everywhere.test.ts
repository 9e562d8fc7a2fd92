import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  callWire,
  openPersonalityServer,
  type PersonalityServer,
} from '../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

let jobs = 0;

/** The body of a submission on the mock's own wire. */
function named(name: string) {
  return {
    correlation_id: name,
    model: 'vm_std-2.0',
    media_type: 'video',
    prompt: `video ${name}.`,
    negative_prompt: null,
    duration: 1,
    aspect_ratio: '16:9',
    resolution: '720p',
    width: 64,
    height: 36,
    audio: false,
    references: [],
  };
}

/** Submits it, with a token in the given field. */
async function submit(given: object, query = '', key = 'key-1') {
  jobs += 1;
  const body = { ...named(`job-${jobs}.1`), ...given };
  const response = await callWire(`${server.url}/v1/generations${query}`, { body, key });
  const { jobs: accepted } = await server.ledger(body.prompt);
  return { ...response, accepted };
}

const reference = (given: object) => ({
  references: [
    {
      role: 'first_frame',
      content_type: 'image/png',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      data: '',
      ...given,
    },
  ],
});

const messageSchema = z.object({ error: z.object({ message: z.string() }) });
const messageOf = (body: unknown) => messageSchema.parse(body).error.message;

/** Each text the mock reads, with another text in it. */
const texts: readonly (readonly [field: string, given: (text: string) => object])[] = [
  ['correlation_id', (text) => ({ correlation_id: `named ${text}` })],
  ['model', (text) => ({ model: `vm_std-2.0 ${text}` })],
  ['negative_prompt', (text) => ({ negative_prompt: `fog ${text}` })],
  ['aspect_ratio', (text) => ({ aspect_ratio: `16:9${text}` })],
  ['resolution', (text) => ({ resolution: `720p${text}` })],
  ['references[0].role', (text) => reference({ role: `first_frame${text}` })],
  ['references[0].content_type', (text) => reference({ content_type: `image/png${text}` })],
];

describe('a token outside of the prompt', () => {
  it.each(texts)('[mock.tokens-everywhere] takes effect in %s', async (_field, given) => {
    expect(await submit(given('[[mock:refuse=429]]'))).toMatchObject({ status: 429, accepted: [] });
    const lost = await submit(given('[[mock:response=500]]'));
    expect(lost).toMatchObject({ status: 500, accepted: [{ model: 'vm_std-2.0' }] });
    expect(lost.accepted).toMatchObject([{ charged_credits: 2 }]);
  });

  it.each(texts)(
    '[mock.tokens-everywhere] that is unknown is refused in %s, with the field named',
    async (field, given) => {
      const refused = await submit(given('[[mock:refuse=428]]'));
      expect(refused).toMatchObject({ status: 400, accepted: [] });
      expect(messageOf(refused.body)).toBe(
        `unknown token "refuse=428" in ${field}; did you mean refuse=429, refuse=400, refuse=401?`,
      );
    },
  );

  const unread: readonly (readonly [field: string, given: object, query: string])[] = [
    ['style', { style: 'noir [[mock:refuse=429]]' }, ''],
    ['options', { options: { deep: ['[[mock:refuse=429]]'] } }, ''],
    ['references[0].name', reference({ name: 'a.png [[mock:refuse=429]]' }), ''],
    ['references[0].data', reference({ data: '[[mock:refuse=429]]' }), ''],
    ['references[0].sha256', reference({ sha256: '[[mock:refuse=429]]' }), ''],
    ['media_type', { media_type: 'video [[mock:refuse=429]]' }, ''],
    ['tag', {}, '?tag=[[mock:refuse=429]]'],
  ];
  it.each(unread)(
    '[mock.tokens-everywhere] is refused in %s, which the mock does not read, with the field named',
    async (field, given, query) => {
      const refused = await submit(given, query);
      expect(refused).toMatchObject({ status: 400, accepted: [] });
      expect(messageOf(refused.body)).toContain(field);
    },
  );

  it('[mock.tokens-everywhere] is refused in the account key, without repeating the key', async () => {
    const refused = await submit({}, '', 'key-7 [[mock:refuse=429]]');
    expect(refused).toMatchObject({ status: 400, accepted: [] });
    expect(messageOf(refused.body)).toBe('✖ a token has no effect in the account key');
  });

  it('[mock.tokens-everywhere] in another field counts against one in the prompt as its place says', async () => {
    const prompt = 'in two places [[mock:refuse=429]]';
    expect((await submit({ prompt, negative_prompt: '[[mock:refuse=503]]' })).status).toBe(503);
    expect((await submit({ prompt, model: 'm [[mock:refuse=503]]' })).status).toBe(429);
  });

  it('[mock.tokens-everywhere] is no model by itself', async () => {
    const refused = await submit({ model: '[[mock:findable]]' });
    expect(refused).toMatchObject({ status: 400, accepted: [] });
    expect(messageOf(refused.body)).toContain('model');
  });

  it('[mock.tokens-everywhere] fields the mock does not read pass without one', async () => {
    expect(await submit({ style: 'noir [mock]' })).toMatchObject({ status: 202 });
  });
});

describe('a token over a wire', () => {
  const sora = { model: 'sora-2', prompt: 'a kite', seconds: '4', size: '64x36' };

  it.each([
    ['mock', '/v1/generations', {}],
    ['runway', '/v1/text_to_video', { model: 'veo3.1', promptText: 'a kite', duration: 4 }],
    ['openai-videos', '/v1/videos', sora],
  ] as const)(
    '[mock.tokens-everywhere] takes effect in the Idempotency-Key over %s, and is refused there if it is unknown',
    async (wire, path, body) => {
      const send = async (key: string) => {
        const headers = { 'idempotency-key': key };
        if (wire !== 'mock') return await server.call(wire, { path, body, headers });
        return await callWire(`${server.url}${path}`, { body: named(key), headers });
      };
      expect((await send(`a-${wire} [[mock:refuse=429]]`)).status).toBe(429);
      const refused = await send(`b-${wire} [[mock:refuse=428]]`);
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringMatching(/refuse=428.{1,9} in (?:Idempotency-Key|correlation_id)/),
      ]);
      const once = `c-${wire} [[mock:response=500@1]]`;
      expect((await send(once)).status).toBe(500);
      expect((await send(once)).status).toBeLessThan(300);
    },
  );

  it('[mock.tokens-everywhere] takes effect in the name of an uploaded file, and is refused there if it is unknown', async () => {
    const send = async (name: string) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(sora)) form.set(field, value);
      form.set('input_reference', new File(['a picture'], name, { type: 'image/png' }));
      const headers = { authorization: 'Bearer key-1' };
      const url = `${server.url}/openai-videos/v1/videos`;
      return await fetch(url, { method: 'POST', headers, body: form });
    };
    expect((await send('a [[mock:refuse=429]].png')).status).toBe(429);
    const refused = await send('a [[mock:refuse=428]].png');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('references[0].file_name');
    expect((await send('a [mock].png')).status).toBe(200);
  });

  const link = 'https://example.com/a.png?[[mock:refuse=429]]';
  it.each([
    ['openai-videos', '/v1/videos', { ...sora, style: '[[mock:refuse=429]]' }, 'style'],
    ['openai-videos', '/v1/videos', { ...sora, input_reference: { image_url: link } }, 'reference'],
    [
      'ark',
      '/api/v3/contents/generations/tasks',
      {
        model: 'seedance-1',
        content: [{ type: 'text', text: 'a kite' }],
        safety_identifier: '[[mock:refuse=429]]',
      },
      'safety_identifier',
    ],
    [
      'ark',
      '/api/v3/contents/generations/tasks',
      { model: 'seedance-1', content: [{ type: 'image_url', image_url: { url: link } }] },
      'content',
    ],
    [
      'minimax',
      '/v2/video_generation',
      {
        model: 'MiniMax-H3',
        content: [{ type: 'text', text: 'a kite' }],
        ratio: '16:9',
        tag: '[[mock:refuse=429]]',
      },
      'tag',
    ],
    [
      'dashscope',
      '/api/v1/services/aigc/video-generation/video-synthesis',
      { model: 'wan3.0-video', input: { prompt: 'a kite', tag: '[[mock:refuse=429]]' } },
      'input',
    ],
    [
      'openrouter',
      '/api/v1/videos',
      { model: 'google/veo-3.1', prompt: 'a kite', tag: '[[mock:refuse=429]]' },
      'tag',
    ],
    ['xai', '/v1/videos/generations', { model: 'grok', prompt: 'x', tag: '[[mock:x]]' }, 'tag'],
    ['vidu', '/ent/v2/text2video', { model: 'viduq3', prompt: 'x', tag: '[[mock:x]]' }, 'tag'],
    ['luma', '/v1/generations', { model: 'ray-3', prompt: 'x', tag: '[[mock:x]]' }, 'tag'],
    [
      'kling',
      '/text-to-video/kling-v3',
      { prompt: 'a kite', options: { tag: '[[mock:refuse=429]]' } },
      'options',
    ],
    ['kling', '/v1/videos/text2video', { prompt: 'a kite', cfg: '[[mock:refuse=429]]' }, 'cfg'],
  ] as const)(
    '[mock.tokens-everywhere] is refused over %s at %s where the mock does not read it: %j',
    async (wire, path, body, field) => {
      const refused = await server.call(wire, { path, body });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(field)]);
    },
  );
});
