import type { Gateway } from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64List } from './base64-images.ts';

const mebibyte = 1024 * 1024;

/** A gateway with these files, by the ids of their jobs, and the bytes that were read of them. */
function filesOf(files: ReadonlyMap<string, Uint8Array>) {
  const read = { bytes: 0, open: 0 };
  const openResult = async ({ id }: { readonly id: string }) => {
    const bytes = files.get(id);
    if (bytes === undefined) return { kind: 'not-found' } as const;
    read.open += 1;
    const blob = {
      size: bytes.length,
      readInto: async (target: Uint8Array, position: number) => {
        // A store may return less than it is asked for.
        const piece = bytes.subarray(position, position + Math.min(target.length, 100_000));
        target.set(piece);
        read.bytes += piece.length;
        return piece.length;
      },
      close: async () => {
        read.open -= 1;
      },
    };
    return { kind: 'opened', blob } as unknown as Awaited<ReturnType<Gateway['openResult']>>;
  };
  return { gateway: { openResult }, read };
}

const owned = (id: string) => ({ id, owner: 'user:one', surface: 'tasks' });

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('[tasks.image-calls.slow-readers] a list of images in base64', () => {
  it('has the bytes of each, whatever their number and sizes', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 2 * mebibyte }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async (lengths, seed) => {
        const files = new Map(
          lengths.map((size, index) => [
            String(index),
            Uint8Array.from({ length: size }, (_, at) => (at * 31 + seed + index) % 251),
          ]),
        );
        const { gateway, read } = filesOf(files);
        const list = { created: seed, jobs: [...files.keys()].map(owned) };
        const text = await textOf(base64List(gateway, list));
        expect(JSON.parse(text)).toEqual({
          created: seed,
          data: [...files.values()].map((bytes) => ({
            b64_json: Buffer.from(bytes).toString('base64'),
          })),
        });
        expect(read.open).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it('reads no more than a piece ahead of its reader, and holds no file open meanwhile', async () => {
    const { gateway, read } = filesOf(new Map([['one', new Uint8Array(32 * mebibyte)]]));
    const pieces = base64List(gateway, { created: 1, jobs: [owned('one')] });
    for (let piece = 0; piece < 4; piece += 1) await pieces.next();
    expect(read).toEqual({ bytes: 2 * 3 * 256 * 1024, open: 0 });
  });

  it('breaks off when a file is gone', async () => {
    const { gateway } = filesOf(new Map());
    const list = base64List(gateway, { created: 1, jobs: [owned('gone')] });
    await expect(textOf(list)).rejects.toThrow('The result of gone is not-found.');
  });
});
