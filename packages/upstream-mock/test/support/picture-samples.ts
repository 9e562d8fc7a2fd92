import { expect } from 'vitest';
import { CELL_PIXELS } from '../../src/media/canvas/cell-size.ts';
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
  for (const component of components) {
    for (let y = 0; y < component.height; y += 1) {
      const row = Math.floor(y / CELL_PIXELS) * component.stride;
      for (let x = 0; x < component.width; x += 1) {
        samples[offset] = component.plane[row + Math.floor(x / CELL_PIXELS)] ?? 0;
        offset += 1;
      }
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
