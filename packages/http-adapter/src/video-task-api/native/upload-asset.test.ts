import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { inBlocks, readFileName } from './upload-asset.ts';

describe('readFileName', () => {
  it.each([
    ['cat.png', 'cat.png'],
    ['K%C3%A4tzchen.png', 'Kätzchen.png'],
    ['%E7%8C%AB.png', '猫.png'],
    [Buffer.from('Kätzchen.png', 'utf8').toString('latin1'), 'Kätzchen.png'],
    ['100%.png', '100%.png'],
    ['a%0D%0Ab%00.png', 'ab.png'],
    ['gepj%E2%80%AE.png', 'gepj.png'],
    ['../../etc/passwd', '../../etc/passwd'],
    ['a'.repeat(300), 'a'.repeat(255)],
  ])('%j is %j', (header, name) => {
    expect(readFileName(header)).toBe(name);
  });

  it.each([undefined, '', '   ', '%00', '\u0007'])('%j is no name', (header) => {
    expect(readFileName(header)).toBeNull();
  });

  test.prop([fc.string({ unit: 'grapheme', maxLength: 80 })])(
    'gives back a percent-encoded name',
    (name) => {
      fc.pre(name.trim() !== '' && !/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u.test(name));
      expect(readFileName(encodeURIComponent(name))).toBe(name);
    },
  );
});

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
