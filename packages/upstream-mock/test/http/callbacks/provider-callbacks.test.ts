import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { validateWebhook } from 'replicate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PersonalityName } from '../../../src/wires/personality-names.ts';
import { callWire } from '../../support/personalities/personality-server.ts';
import {
  type CallbackSpace,
  fromElsewhere,
  openCallbackSpace,
} from '../../support/callback-space.ts';
import type { Received } from '../../support/webhook-receiver.ts';

let space: CallbackSpace['space'];
let receiver: CallbackSpace['receiver'];
let close: CallbackSpace['close'];
beforeEach(async () => {
  ({ space, receiver, close } = await openCallbackSpace());
});
afterEach(() => close());

const ark = 'api/v3/contents/generations/tasks';

/** Submissions with callbacks, by provider. */
const submissions = {
  fal: (prompt: string, url: string) => ({
    path: `fal-ai/any/text-to-video?fal_webhook=${encodeURIComponent(url)}`,
    body: { prompt },
  }),
  replicate: (prompt: string, url: string) => ({
    path: 'v1/models/some/model/predictions',
    body: { input: { prompt }, webhook: url },
  }),
  kling: (prompt: string, url: string) => ({
    path: 'text-to-video/kling-v3',
    body: { prompt, options: { callback_url: url } },
  }),
  ark: (prompt: string, url: string) => ({
    path: ark,
    body: {
      model: 'seedance-1',
      content: [{ type: 'text', text: prompt }],
      callback_url: url,
    },
  }),
  openrouter: (prompt: string, url: string) => ({
    path: 'api/v1/videos',
    body: { model: 'some/model', prompt, callback_url: url },
  }),
  minimax: (prompt: string, url: string) => ({
    path: 'v2/video_generation',
    body: {
      model: 'MiniMax-H3',
      content: [{ type: 'text', text: prompt }],
      ratio: '16:9',
      callback_url: url,
    },
  }),
  vidu: (prompt: string, url: string) => ({
    path: 'ent/v2/text2video',
    body: { model: 'viduq3-pro', prompt, payload: 'name-1', callback_url: url },
  }),
} satisfies Partial<Record<PersonalityName, unknown>>;
type Wire = keyof typeof submissions;
const wires: readonly Wire[] = [
  'fal',
  'replicate',
  'kling',
  'ark',
  'openrouter',
  'minimax',
  'vidu',
];

function call(wire: Wire, path: string, body?: unknown) {
  const sent = body === undefined ? {} : { body };
  return callWire(`${space.url}/${wire}/${path}`, { ...sent, wire, key: 'studio' });
}

const sentBy = (wire: Wire, tokens = '', url = receiver.url) =>
  submissions[wire](`a kite [[mock:queue=1s,run=3s${tokens}]]`, url);

function submit(wire: Wire, tokens = '', url = receiver.url, more: object = {}) {
  const given = sentBy(wire, tokens, url);
  return call(wire, given.path, { ...given.body, ...more });
}

const bodies = () => receiver.received.map(({ body }): unknown => JSON.parse(body));

/** State of a job in a body of any shape. */
function statusIn(body: unknown): unknown {
  const { task } = z.looseObject({ task: z.unknown().optional() }).parse(body);
  return z.looseObject({ status: z.string() }).parse(task ?? body).status;
}

const keySetSchema = z.object({
  keys: z.array(z.object({ kty: z.string(), crv: z.string(), x: z.string() })),
});

/** The steps of fal's documents, by the key set it serves. */
async function isFals({ headers, body }: Received): Promise<boolean> {
  const { keys } = keySetSchema.parse((await call('fal', '.well-known/jwks.json')).body);
  const header = (name: string) => headers.get(`x-fal-webhook-${name}`) ?? '';
  const digest = createHash('sha256').update(body).digest('hex');
  const parts = [header('request-id'), header('user-id'), header('timestamp'), digest];
  const signature = Buffer.from(header('signature'), 'hex');
  return keys.some((key) =>
    verify(null, Buffer.from(parts.join('\n')), createPublicKey({ key, format: 'jwk' }), signature),
  );
}

async function isReplicates({ headers, body }: Received): Promise<boolean> {
  const { body: reported } = await call('replicate', 'v1/webhooks/default/secret');
  const { key } = z.object({ key: z.string() }).parse(reported);
  return await validateWebhook({
    id: headers.get('webhook-id') ?? '',
    timestamp: headers.get('webhook-timestamp') ?? '',
    signature: headers.get('webhook-signature') ?? '',
    body,
    secret: key,
  });
}

/** The steps of OpenRouter's documents, by the secret of the space. */
async function isOpenRouters({ headers, body }: Received): Promise<boolean> {
  const secret = await space.callbackSecret();
  const [, time = '', given] =
    /^t=(\d+),v1=([\da-f]{64})$/.exec(headers.get('x-openrouter-signature') ?? '') ?? [];
  const isNow = Math.abs(Number(time) - Date.now() / 1_000) < 300;
  return isNow && createHmac('sha256', secret).update(`${time},${body}`).digest('hex') === given;
}

/** The steps of Vidu's documents, by the key of the task. */
function isVidus({ headers }: Received): boolean {
  const signed = (headers.get('x-hmac-signed-headers') ?? '').split(';');
  const query = '';
  const lines = ['POST', new URL(receiver.url).pathname, query, headers.get('x-hmac-access-key')];
  const given = signed.map((name) => `${name}:${headers.get(name)}`);
  const text = [...lines, headers.get('date'), ...given, ''].join('\n');
  const signature = createHmac('sha256', 'studio').update(text).digest('base64');
  return signature === headers.get('x-hmac-signature');
}

async function bytesAt(url: string, headers = {}): Promise<number> {
  return (await (await fetch(url, { headers })).arrayBuffer()).byteLength;
}

describe('webhooks of fal', () => {
  it('[mock.callbacks.fal] tell the result once, signed by a key of its key set, with a link that serves', async () => {
    const { body } = await submit('fal');
    const { request_id: id } = z.object({ request_id: z.string() }).parse(body);
    await space.clock.advance(3_999);
    expect(receiver.received).toEqual([]);
    await space.clock.untilIdle();
    const [first] = receiver.received;
    expect(bodies()).toMatchObject([
      { request_id: id, gateway_request_id: id, status: 'OK', error: null },
    ]);
    expect(first === undefined || (await isFals(first))).toBe(true);
    const schema = z.object({ payload: z.object({ video: z.object({ url: z.url() }) }) });
    expect(await bytesAt(schema.parse(bodies()[0]).payload.video.url)).toBeGreaterThan(10_000);
    await space.assertClean();
  });

  it('[mock.callbacks.fal] tell why there is no result', async () => {
    await submit('fal', ',fail=policy');
    await space.clock.untilIdle();
    expect(bodies()).toMatchObject([
      { status: 'ERROR', payload: { detail: [{ type: 'content_policy_violation' }] } },
    ]);
  });
});

describe('webhooks of replicate', () => {
  it('[mock.callbacks.replicate] tell output and end, as its client verifies them, with a link that serves', async () => {
    await submit('replicate');
    await space.clock.untilIdle();
    expect(bodies().map(statusIn)).toEqual(['processing', 'succeeded']);
    for (const one of receiver.received) expect(await isReplicates(one)).toBe(true);
    const outputs = bodies().map((body) => z.object({ output: z.url() }).parse(body).output);
    expect(await bytesAt(outputs[1] ?? '')).toBeGreaterThan(10_000);
    await space.assertClean();
  });

  it.each([
    [['start'], ['processing']],
    [
      ['completed', 'start'],
      ['processing', 'succeeded'],
    ],
    [['logs'], []],
  ])('[mock.callbacks.replicate] are those of the filter %j', async (filter, expected) => {
    await submit('replicate', '', receiver.url, { webhook_events_filter: filter });
    await space.clock.untilIdle();
    expect(bodies().map(statusIn)).toEqual(expected);
  });

  it('[mock.callbacks.replicate] tell a cancel at once', async () => {
    const { body } = await submit('replicate');
    const { id } = z.object({ id: z.string() }).parse(body);
    await callWire(`${space.url}/replicate/v1/predictions/${id}/cancel`, {
      method: 'POST',
      key: 'studio',
    });
    await space.clock.advance(0);
    expect(bodies()).toMatchObject([{ status: 'canceled', output: null }]);
  });
});

describe('callbacks of openrouter', () => {
  it('[mock.callbacks.openrouter] tell the end once, signed, with a link for the key', async () => {
    const { body } = await submit('openrouter');
    const { id } = z.object({ id: z.string() }).parse(body);
    await space.clock.untilIdle();
    const [first] = receiver.received;
    expect(first?.headers.get('x-openrouter-idempotency-key')).toBe(`${id}-completed`);
    expect(first !== undefined && (await isOpenRouters(first))).toBe(true);
    const data = { id, status: 'completed', model: 'some/model', usage: { cost: 10 } };
    expect(bodies()).toMatchObject([{ type: 'video.generation.completed', data }]);
    const schema = z.object({ data: z.object({ unsigned_urls: z.tuple([z.url()]) }) });
    const [url] = schema.parse(bodies()[0]).data.unsigned_urls;
    expect(await bytesAt(url, { authorization: 'Bearer studio' })).toBeGreaterThan(10_000);
    await space.assertClean();
  });

  it('[mock.callbacks.openrouter] tell why there is no video', async () => {
    await submit('openrouter', ',fail=policy');
    await space.clock.untilIdle();
    expect(bodies()).toMatchObject([
      { type: 'video.generation.failed', data: { status: 'failed', error: expect.any(String) } },
    ]);
  });
});

it('[mock.callbacks.vidu] those of vidu tell the task and its text, signed with its key', async () => {
  await submit('vidu');
  await space.clock.untilIdle();
  const url = expect.any(String);
  expect(bodies()).toMatchObject([
    { state: 'processing', payload: 'name-1', creations: [] },
    { state: 'success', payload: 'name-1', creations: [{ url }] },
  ]);
  expect(receiver.received.map(isVidus)).toEqual([true, true]);
});

describe('callbacks of every wire that has them', () => {
  it.each([
    ['kling', ['processing', 'succeeded']],
    ['ark', ['running', 'succeeded']],
    ['minimax', ['running', 'succeeded']],
  ] as const)('[mock.callbacks.tasks] of %s tell the task, unsigned', async (wire, expected) => {
    await submit(wire);
    await space.clock.untilIdle();
    expect(bodies().map(statusIn)).toEqual(expected);
    expect(receiver.received[0]?.headers.has('webhook-signature')).toBe(false);
  });

  it.each(wires)('[mock.callbacks.faults] of %s go wrong as tokens say', async (wire) => {
    const counts: number[] = [];
    for (const token of ['', 'callback-twice', 'callback-lost', 'callback-bad-signature']) {
      const before = receiver.received.length;
      await submit(wire, token === '' ? '' : `,${token}`);
      await space.clock.untilIdle();
      counts.push(receiver.received.length - before);
    }
    const [usual = 0] = counts;
    expect(counts).toEqual([usual, 2 * usual, 0, usual + 1]);
  });

  it.each([
    ['fal', isFals],
    ['replicate', isReplicates],
    ['openrouter', isOpenRouters],
    ['vidu', isVidus],
  ] as const)('[mock.callbacks.faults] a forged one is none of %s', async (wire, isGenuine) => {
    await submit(wire, ',callback-bad-signature');
    await space.clock.untilIdle();
    const genuine = await Promise.all(receiver.received.map(async (one) => isGenuine(one)));
    expect(genuine.filter((is) => !is)).toHaveLength(1);
    expect(genuine.at(-1)).toBe(true);
  });

  it.each(wires)('[mock.callbacks.hosts] %s takes any URL, and tells no stranger', async (wire) => {
    expect((await submit(wire, '', 'https://example.com/hook')).status).toBeLessThan(300);
    await space.clock.untilIdle();
    const { entries } = await space.journal({ op: 'callback' });
    expect(entries.length).toBeGreaterThan(0);
    for (const { reported } of entries) expect(reported).toMatchObject({ outcome: 'withheld' });
  });

  it.each(wires)(
    '[mock.callbacks.hosts] %s calls no port of this machine for callers elsewhere',
    async (wire) => {
      const { path, body } = sentBy(wire);
      const sent = { wire, key: 'studio', body, headers: fromElsewhere };
      expect((await callWire(`${space.url}/${wire}/${path}`, sent)).status).toBeLessThan(300);
      await space.clock.untilIdle();
      expect(receiver.received).toEqual([]);
      const { entries } = await space.journal({ op: 'callback' });
      expect(entries.length).toBeGreaterThan(0);
      for (const { reported } of entries) expect(reported).toMatchObject({ outcome: 'withheld' });
    },
  );

  it.each(wires)(
    '[mock.callbacks.hosts] %s refuses what is no URL, in its own shape',
    async (wire) => {
      const response = await submit(wire, '', 'http://user:secret@127.0.0.1/');
      expect([400, 422]).toContain(response.status);
      expect(response.text).toMatch(/webhook|callback_url/);
      expect(response.text).not.toContain('secret');
      expect(space.ledger()).toMatchObject({ accepted: 0 });
    },
  );
});
