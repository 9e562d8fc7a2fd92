import { describe, expect, test } from 'vitest';
import { drawMotifs, MOTIF_COUNT, MOTIF_TURNS } from './tile-motifs.ts';

describe('drawMotifs', () => {
  test.for([8, 12, 16, 32])('draws every shape in every direction at %i cells', (size) => {
    const masks = drawMotifs(size);
    expect(masks).toHaveLength(MOTIF_COUNT * MOTIF_TURNS);
    for (const mask of masks) {
      const inside = mask.reduce((sum, cell) => sum + cell, 0);
      expect(mask).toHaveLength(size * size);
      expect(inside).toBeGreaterThan(0.1 * size * size);
      expect(inside).toBeLessThan(0.95 * size * size);
    }
  });

  test('turns a shape clockwise', () => {
    const [first, second] = drawMotifs(8);
    const corner = (mask: Uint8Array | undefined): readonly (number | undefined)[] => [
      mask?.[0],
      mask?.[7],
      mask?.[56],
      mask?.[63],
    ];
    expect(corner(first)).toEqual([1, 1, 1, 0]);
    expect(corner(second)).toEqual([1, 1, 0, 1]);
  });

  test('draws shapes that differ', () => {
    const unturned = drawMotifs(16).filter((_, index) => index % MOTIF_TURNS === 0);
    expect(new Set(unturned.map(String)).size).toBe(MOTIF_COUNT);
  });
});
