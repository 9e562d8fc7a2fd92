import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeStrip } from '../../../test/support/read-strip.ts';
import { encodeStrip, STRIP_COLUMNS, STRIP_ROWS } from './strip-code.ts';

const contents = fc.record({
  jobHash: fc.nat({ max: 2 ** 32 - 1 }),
  frameIndex: fc.nat({ max: 65_535 }),
});
const BLOCKS = STRIP_COLUMNS * STRIP_ROWS;

describe('the strip', () => {
  test('gives back what was put in', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const blocks = encodeStrip(content);
        expect(blocks).toHaveLength(BLOCKS);
        expect(decodeStrip(blocks)).toEqual(content);
      }),
    );
  });

  test('is not readable with one or two blocks wrong', () => {
    const block = fc.nat({ max: BLOCKS - 1 });
    fc.assert(
      fc.property(contents, block, block, (content, first, second) => {
        const blocks = encodeStrip(content).map((white, index) =>
          index === first || index === second ? !white : white,
        );
        expect(decodeStrip(blocks)).toBeNull();
      }),
    );
  });

  test.for([true, false])('is not readable when every block is white: %s', (white) => {
    expect(decodeStrip(Array.from({ length: BLOCKS }, () => white))).toBeNull();
  });
});
