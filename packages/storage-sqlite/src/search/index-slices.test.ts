import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slicesOf, sliceWord } from './index-slices.ts';

it('slices cover a span without gap or overlap, each within one word', () => {
  const position = fc.integer({ min: 0, max: 400_000 });
  fc.assert(
    fc.property(position, position, fc.boolean(), (first, end, ascending) => {
      const slices = slicesOf({ first, end }, ascending);
      const inOrder = ascending ? slices : slices.toReversed();
      let at = first;
      for (const slice of inOrder) {
        expect(slice.first).toBe(at);
        expect(slice.end).toBeGreaterThan(slice.first);
        expect(sliceWord(slice.first)).toBe(sliceWord(slice.end - 1));
        at = slice.end;
      }
      expect(at).toBe(Math.max(first, first < end ? end : first));
    }),
  );
});
