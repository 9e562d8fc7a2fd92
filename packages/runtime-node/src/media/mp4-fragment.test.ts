import { fc, test as law } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { join, u16, u32 } from '../../test/media/mp4-bytes.ts';
import { announcedEnd } from './mp4-fragment.ts';

const amount = fc.integer({ min: 0, max: 2 ** 31 - 1 });

law.prop([fc.boolean(), amount, amount, fc.array(amount, { maxLength: 20 })])(
  'the media ends behind the box, the gap and all that is referred to',
  (isWide, boxEnd, gap, sizes) => {
    const times = isWide ? u32(0, 0, 0, gap) : u32(0, gap);
    const references = sizes.flatMap((size) => [size, 1, 2]);
    const payload = join([
      u32(isWide ? 0x0100_0000 : 0, 1, 1000),
      times,
      u16(0, sizes.length),
      u32(...references),
    ]);
    const end = sizes.reduce((sum, size) => sum + size, boxEnd + gap);
    expect(announcedEnd(payload, boxEnd)).toBe(end);
    expect(announcedEnd(payload.subarray(0, -1), boxEnd)).toBe(boxEnd);
  },
);

test('a reference to another index counts by its size, without its type bit', () => {
  const payload = join([u32(0, 1, 1000, 0, 0), u16(0, 1), u32(0x8000_0064, 0, 0)]);
  expect(announcedEnd(payload, 50)).toBe(150);
});
