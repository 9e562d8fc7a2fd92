import { expect } from 'vitest';
import { CELL_PIXELS } from '../../src/media/canvas/cell-canvas.ts';
import type { CellPlanes } from '../../src/media/h264/cell-planes.ts';

/** The samples of planes made of flat 4x4 blocks, cut to the visible size: planar 4:2:0. */
export function toSamples(planes: CellPlanes, width: number, height: number): Buffer {
  const samples = Buffer.alloc(width * height + 2 * (width / 2) * (height / 2));
  const components = [
    { plane: planes.luma, stride: planes.lumaStride, width, height },
    ...[planes.blueDifference, planes.redDifference].map((plane) => ({
      plane,
      stride: planes.chromaStride,
      width: width / 2,
      height: height / 2,
    })),
  ];
  let offset = 0;
  for (const { plane, stride, width: columns, height: rows } of components) {
    for (let y = 0; y < rows; y += 1) {
      // Rows of one block are alike.
      if (y % CELL_PIXELS > 0) samples.copyWithin(offset, offset - columns, offset);
      else {
        const row = (y / CELL_PIXELS) * stride;
        for (let x = 0; x < columns; x += 1)
          samples[offset + x] = plane[row + Math.floor(x / CELL_PIXELS)] ?? 0;
      }
      offset += columns;
    }
  }
  return samples;
}

/** How many samples differ, of as many as there must be. */
export function countDifferences(actual: Buffer, expected: Buffer): number {
  expect(actual.length).toBe(expected.length);
  if (actual.equals(expected)) return 0;
  return expected.reduce((count, sample, index) => count + (sample === actual[index] ? 0 : 1), 0);
}
