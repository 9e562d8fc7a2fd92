import { createHash } from 'node:crypto';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fillBody } from '../../src/engine/fill-body.ts';
import type { CallJson, LinkAsset, MultipartPart } from '../../src/engine/provider-description.ts';
import { readParts } from '../support/read-parts.ts';

const files = new Map<string, Uint8Array>();
function fileOf(bytes: Uint8Array): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  files.set(sha256, bytes);
  return sha256;
}
async function readAsset(sha256: string): Promise<Uint8Array> {
  const bytes = files.get(sha256);
  if (bytes === undefined) throw new Error('there is no such file');
  return bytes;
}

const linkAsset: LinkAsset = async ({ sha256, contentType }) =>
  `https://films.example/${contentType}/${sha256}`;

function json(value: CallJson) {
  return fillBody({ body: { kind: 'json', value } }, { readAsset, linkAsset });
}
function parts(list: readonly MultipartPart[]) {
  return fillBody(
    { body: { kind: 'multipart', parts: list } },
    { readAsset, linkAsset: undefined },
  );
}

const image = fileOf(new Uint8Array([1, 2, 250]));

describe('a JSON body', () => {
  it('[providers.engine.assets] has the bytes of references where they belong', async () => {
    const slot = (as: 'data-url' | 'base64' | 'link'): CallJson => ({
      $asset: { sha256: image, contentType: 'image/png', as },
    });
    const value = { a: [1, null, { url: slot('data-url') }], b: slot('base64'), c: slot('link') };
    const body = await json(value);
    expect(body.contentType).toBe('application/json');
    expect(JSON.parse(String(body.bytes))).toEqual({
      a: [1, null, { url: 'data:image/png;base64,AQL6' }],
      b: 'AQL6',
      c: `https://films.example/image/png/${image}`,
    });
  });

  law.prop([fc.jsonValue()])('is as it was where no reference is left open', async (value) => {
    const given = z.json().parse(JSON.parse(JSON.stringify(value)));
    const { bytes } = await json(given);
    expect(JSON.parse(String(bytes))).toEqual(given);
  });

  it('[providers.engine.assets] fails when a reference is gone', async () => {
    const slot = { $asset: { sha256: 'gone', contentType: 'image/png', as: 'base64' } } as const;
    await expect(json({ image: slot })).rejects.toThrow('no such file');
  });
});

describe('a multipart body', () => {
  // As browsers write it, such a name is that of the character it stands for.
  const nameArbitrary = fc.string({ minLength: 1 }).filter((name) => !/%(?:0D|0A|22)/.test(name));
  const partArbitrary = fc.oneof(
    fc.record({ name: nameArbitrary, text: fc.string({ unit: 'grapheme' }) }),
    fc
      .record({ name: nameArbitrary, fileName: fc.string(), bytes: fc.uint8Array() })
      .map(({ name, fileName, bytes }) => ({
        name,
        fileName,
        contentType: 'image/png',
        sha256: fileOf(bytes),
      })),
  );

  law.prop([fc.array(partArbitrary, { minLength: 1, maxLength: 4 })])(
    '[providers.engine.assets] is the same for the same call, and is read back as it was given',
    async (list) => {
      const first = await parts(list);
      expect(await parts(structuredClone(list))).toEqual(first);
      const read = readParts(first.contentType, first.bytes);
      expect(read.map(({ name, bytes }) => [name, Buffer.from(bytes, 'latin1')])).toEqual(
        list.map((part) => [
          part.name,
          Buffer.from('text' in part ? part.text : (files.get(part.sha256) ?? '')),
        ]),
      );
    },
  );

  it('[providers.engine.assets] has another boundary for other parts', async () => {
    const one = await parts([{ name: 'a', text: 'b' }]);
    const other = await parts([{ name: 'a', text: 'c' }]);
    expect(one.contentType).not.toBe(other.contentType);
  });
});
