import { fc, test as law } from '@fast-check/vitest';
import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AtOnceReading } from '../../src/engine/deliver-at-once.ts';
import { checkDefinition } from '../../src/engine/check-definition.ts';
import { withoutOptions } from '../../src/engine/provider-description.ts';
import { openaiImages } from '../../src/openai-images/index.ts';
import { openEngine, submitSample } from '../support/open-engine.ts';
import { sampleCorrelationId } from '../support/sample-request.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import { PlainText, type ScriptedResponse } from '../support/scripted-transport.ts';

const description = openaiImages.describe({});
const order = {
  route: { model: 'gpt-image-1.5' },
  request: { mediaType: 'image', durationSeconds: null, resolution: '1k', aspectRatio: '1:1' },
} as const;
const base64 = Buffer.from('an image').toString('base64');
const usage = { input_tokens: 10, output_tokens: 90, total_tokens: 100 };

async function said(response: ScriptedResponse) {
  return await submitSample(openEngine(description, () => response).client, order);
}

describe('[providers.images.delivered] the response to a request for an image', () => {
  it('delivers the bytes, with the tokens that the provider states', async () => {
    const body = { created: 1, data: [{ b64_json: base64 }], usage };
    expect(await said({ status: 200, body })).toEqual({
      kind: 'delivered',
      bytes: Buffer.from('an image'),
      usage: { unit: 'tokens', amount: 100, figures: usage },
    });
  });

  it('delivers an image of several megabytes', async () => {
    const large = Buffer.alloc(6_000_000, 7);
    const body = { created: 1, data: [{ b64_json: large.toString('base64') }] };
    const outcome = await said({ status: 200, body });
    expect(outcome).toMatchObject({ kind: 'delivered' });
    expect(outcome.kind === 'delivered' && large.equals(outcome.bytes)).toBe(true);
  });

  it.each([
    ['b64_json', (data: string) => ({ b64_json: data })],
    ['url', (data: string) => ({ url: data })],
  ])('delivers a data URL in %s, however large', async (_name, entryOf) => {
    for (const bytes of [Buffer.from('an image'), Buffer.alloc(3_000_000, 7)]) {
      const data = `data:image/png;base64,${bytes.toString('base64')}`;
      const outcome = await said({ status: 200, body: { data: [entryOf(data)] } });
      expect(outcome.kind === 'delivered' && bytes.equals(outcome.bytes)).toBe(true);
    }
  });

  it.each<[string, ScriptedResponse]>([
    ['no image', { status: 200, body: { created: 1, data: [] } }],
    ['an empty image', { status: 200, body: { data: [{ b64_json: '' }] } }],
    ['an image that is no base64', { status: 200, body: { data: [{ b64_json: '***' }] } }],
    ['a page', { status: 200, body: new PlainText('<html>') }],
    ['an image cut short', { status: 200, body: new PlainText('{"data":[{"b64_json":"AAAA') }],
    ['a server error', { status: 500, body: { error: { message: 'x', code: 'server_error' } } }],
  ])('[providers.images.reads] %s leaves it unknown', async (_name, response) => {
    expect(await said(response)).toMatchObject({ kind: 'unknown' });
  });

  it('[providers.images.reads] that is documented as a refusal by moderation is one', async () => {
    const error = { message: 'rejected', type: 'image_error', code: 'moderation_blocked' };
    expect(await said({ status: 400, body: { error } })).toMatchObject({
      kind: 'rejected',
      error: { kind: 'policy', scope: 'request' },
    });
  });

  law.prop([fc.jsonValue()])('[providers.images.reads] is read whatever it is', async (body) => {
    const json: JsonValue = JSON.parse(JSON.stringify(body));
    const outcome = await said({ status: 200, body: json });
    expect(['delivered', 'completed', 'unknown']).toContain(outcome.kind);
  });
});

it('[providers.images.delivered] a definition with a search beside it is refused', () => {
  const find = reelDescription().find;
  const definition = withoutOptions({ ...description, ...(find !== undefined && { find }) });
  expect(() => checkDefinition(definition)).toThrow('no task to find, name or notice');
  expect(() => checkDefinition(openaiImages)).not.toThrow();
});

describe('[providers.images.links] a link in the response', () => {
  const account = { id: 'account-1', label: 'one', secret: 'key' };
  const link = 'https://files.example/1.png?sig=2';
  const completed = async (at: string) => {
    const { client, transport } = openEngine(description, () => ({
      status: 200,
      body: { data: [{ url: at }], usage },
    }));
    return { client, transport, outcome: await submitSample(client, order) };
  };

  it('is the receipt, which alone reads it again, from the submission on and after a restart', async () => {
    const { client, transport, outcome } = await completed(link);
    expect(outcome).toMatchObject({
      kind: 'completed',
      output: { mediaType: 'image', value: { kind: 'foreign' } },
      usage: { unit: 'tokens', amount: 100 },
    });
    if (outcome.kind !== 'completed') return;
    const { output } = outcome;
    const handle = z
      .object({ version: z.int(), value: z.json() })
      .parse(JSON.parse(JSON.stringify(outcome.handle)));
    const call = { account, handle, signal: new AbortController().signal };
    expect(await client.poll(call)).toEqual({ kind: 'succeeded', output });
    expect(await client.openResult({ ...call, output })).toEqual({
      kind: 'unavailable',
      detail: 'There is no network.',
    });
    expect(transport.calls).toHaveLength(1);
  });

  it('is the receipt of one submission, where another has an equal link', async () => {
    const { outcome } = await completed(link);
    expect(JSON.stringify(outcome)).toContain(sampleCorrelationId);
  });

  it('is read with the key at the origin of its endpoint, as a path too', async () => {
    const { client, transport, outcome } = await completed('/files/1.png');
    if (outcome.kind !== 'completed') throw new Error(outcome.kind);
    const { handle, output } = outcome;
    await client.openResult({ account, handle, output, signal: new AbortController().signal });
    expect(transport.calls[1]).toMatchObject({
      method: 'GET',
      path: '/files/1.png',
      isFromRoot: true,
      headers: { authorization: 'Bearer key' },
    });
  });

  it.each([20_000, 8_193])('that is too long to be read leaves it unknown', async (length) => {
    const { outcome } = await completed('https://files.example/'.padEnd(length, 'x'));
    expect(outcome).toEqual({ kind: 'unknown', detail: 'sent; made, but its link is too long' });
  });

  it('that is a path of the API, by code that no compiler checked, leaves it unknown', async () => {
    const output: AtOnceReading['output'] = JSON.parse('{"kind":"own","at":"/files/1.png"}');
    const described = { ...description, atOnce: { largest: 9, read: () => ({ output }) } };
    const { client } = openEngine(described, () => ({ status: 200, body: {} }));
    const detail = 'sent; made, but it is named by no link';
    expect(await submitSample(client, order)).toEqual({ kind: 'unknown', detail });
  });
});
