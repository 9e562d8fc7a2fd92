import { fc, test as law } from '@fast-check/vitest';
import type { JsonValue, OpenResultOutcome } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { checkDefinition } from '../../src/engine/check-definition.ts';
import { deliver } from '../../src/engine/deliver-at-once.ts';
import { withoutOptions } from '../../src/engine/provider-description.ts';
import { openaiImages } from '../../src/openai-images/index.ts';
import { openEngine, submitSample } from '../support/open-engine.ts';
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
    expect(['delivered', 'unknown']).toContain(outcome.kind);
  });
});

it('[providers.images.delivered] a definition with a search beside it is refused', () => {
  const find = reelDescription().find;
  const definition = withoutOptions({ ...description, ...(find !== undefined && { find }) });
  expect(() => checkDefinition(definition)).toThrow('no task to find, name or notice');
  expect(() => checkDefinition(openaiImages)).not.toThrow();
});

describe('[providers.images.delivered] a delivered link', () => {
  const opened = (...pieces: readonly string[]): OpenResultOutcome => ({
    kind: 'opened',
    body: (async function* body() {
      for (const piece of pieces) {
        if (piece === 'broken') throw new Error('The connection is broken.');
        yield Buffer.from(piece);
      }
    })(),
    length: null,
    contentType: null,
  });
  const output = { kind: 'foreign', at: 'https://files.example/1' } as const;
  /** Delivers from a link with these ends, one after the other; the submission ends after `most` reads. */
  const from = async (most: number, ...outcomes: readonly OpenResultOutcome[]) => {
    const left = [...outcomes];
    const pauses: number[] = [];
    const over = new AbortController();
    const outcome = await deliver(
      { output },
      {
        largest: 10,
        signal: over.signal,
        open: async () => {
          if (pauses.length + 1 === most) over.abort();
          return left.shift() ?? { kind: 'unavailable', detail: 'it is over' };
        },
        pause: async (ms) => void pauses.push(ms),
      },
    );
    return { outcome, pauses, left: left.length };
  };

  it('is read again with growing pauses, for as long as the submission may last', async () => {
    const image = { kind: 'delivered', bytes: Buffer.from('an image') };
    expect(await from(9, opened('an ', 'broken'), opened('an ', 'image'))).toMatchObject({
      outcome: image,
      pauses: [1_000],
    });
    expect(await from(7)).toEqual({
      outcome: { kind: 'unknown', detail: 'sent; made, but it is over' },
      pauses: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
      left: 0,
    });
  });

  it('of a host that is not allowed, or of a file that is empty or too large, is not read again', async () => {
    const refused = { kind: 'not-allowed', detail: 'list it' } as const;
    for (const file of [refused, opened(), opened('12345678901')])
      expect(await from(9, file, opened('an ', 'image'))).toMatchObject({
        outcome: { kind: 'unknown' },
        pauses: [],
        left: 1,
      });
  });
});
