import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { inBlocks } from './upload-asset.ts';

const blockBytes = 64 * 1024;
const sizes = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 * blockBytes })),
  { maxLength: 20 },
);

describe('inBlocks', () => {
  test.prop([sizes])('hands on the same bytes, in few pieces', async (lengths) => {
    const pieces = lengths.map((length, index) => new Uint8Array(length).fill(index));
    const given = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces;
    };
    const blocks: Uint8Array[] = [];
    for await (const block of inBlocks(given())) blocks.push(block);
    const whole = Buffer.concat(pieces);
    expect(Buffer.concat(blocks).equals(whole)).toBe(true);
    expect(blocks.length).toBeLessThanOrEqual(1 + (2 * whole.length) / blockBytes);
  });
});
