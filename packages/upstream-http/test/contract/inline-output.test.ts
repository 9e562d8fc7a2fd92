import { describe, expect, it } from 'vitest';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { objectIn, textIn } from '../../src/json/json-fields.ts';
import { openEngine } from '../support/open-engine.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import { sampleAccount } from '../support/sample-request.ts';

const boat = Buffer.alloc(2_000_000, 'boat');
const account = sampleAccount;
const { signal } = new AbortController();
const handle = { version: 1, value: { video: 'f-1' } };

/** A protocol with its videos inside the responses to reads. */
function open(base64: string, largest?: number) {
  const read: ProviderDescription['poll']['read'] = ({ body }) => ({
    kind: 'succeeded',
    output: { kind: 'inline', at: textIn(objectIn(body)?.['data']) ?? '' },
  });
  const request = () => ({ path: '/films/f-1', ...(largest !== undefined && { largest }) });
  const description = { ...reelDescription(), poll: { request, read } };
  return openEngine(description, () => ({ status: 200, body: { data: base64 } }));
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('[providers.engine.inline] a video inside a response', () => {
  it('is read anew when it is downloaded, whole, and its bytes are stored with no job', async () => {
    const { client, transport } = open(boat.toString('base64'), 4_000_000);
    const polled = await client.poll({ account, handle, signal });
    if (polled.kind !== 'succeeded') throw new Error(polled.kind);
    expect(polled.output).toEqual({ mediaType: 'video', value: { kind: 'foreign' } });
    const resume = { offset: 500, validator: '"e"' };
    const opened = await client.openResult({
      account,
      handle,
      output: polled.output,
      resume,
      signal,
    });
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    expect(opened).toMatchObject({ length: boat.length, startsAt: 0 });
    expect((await bytesOf(opened.body)).equals(boat)).toBe(true);
    expect(transport.calls.map(({ path }) => path)).toEqual(['/films/f-1', '/films/f-1']);
  });

  it('of more than a mebibyte is not read unless its description allows it', async () => {
    const { client } = open(boat.toString('base64'));
    expect(await client.poll({ account, handle, signal })).toMatchObject({ kind: 'transient' });
  });

  it('without bytes is unavailable', async () => {
    const { client } = open('', 4_000_000);
    const output = { mediaType: 'video', value: { kind: 'foreign' } } as const;
    expect(await client.openResult({ account, handle, output, signal })).toMatchObject({
      kind: 'unavailable',
    });
  });
});
