import { expect } from 'vitest';
import { CELL_PIXELS } from '../../src/media/canvas/cell-canvas.ts';
import type { TintedPicture } from '../../src/media/h264/macroblock-writer.ts';
import { CHROMA_STEP, DARKEST_LUMA, LUMA_STEP } from '../../src/media/scene/tint.ts';

/** The samples that a picture asks for, cut to the visible size: planar 4:2:0. */
export function toSamples(
  { cells, stride, tint }: TintedPicture,
  width: number,
  height: number,
): Buffer {
  const pixels = width * height;
  const samples = Buffer.alloc((pixels * 3) / 2, 128 + CHROMA_STEP * tint.red);
  samples.fill(128 + CHROMA_STEP * tint.blue, pixels, (pixels * 5) / 4);
  for (let y = 0; y < height; y += 1) {
    const line = y * width;
    // Lines of one cell are alike.
    if (y % CELL_PIXELS > 0) samples.copyWithin(line, line - width, line);
    else {
      const row = (y / CELL_PIXELS) * stride;
      for (let x = 0; x < width; x += 1) {
        const grade = cells[row + Math.floor(x / CELL_PIXELS)] ?? 0;
        samples[line + x] = DARKEST_LUMA + LUMA_STEP * grade;
      }
    }
  }
  return samples;
}

/** Number of samples that differ, in buffers of equal length. */
export function countDifferences(actual: Buffer, expected: Buffer): number {
  expect(actual.length).toBe(expected.length);
  if (actual.equals(expected)) return 0;
  return expected.reduce((count, sample, index) => count + (sample === actual[index] ? 0 : 1), 0);
}
