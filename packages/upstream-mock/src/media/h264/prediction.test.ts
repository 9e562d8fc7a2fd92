import { describe, expect, test } from 'vitest';
import { type ChromaNeighbours, predictChroma } from './chroma-prediction.ts';
import { LUMA_PREDICTION_MODE, type LumaNeighbours, predictLuma } from './luma-prediction.ts';

const ABOVE = Int32Array.of(10, 20, 30, 40);
const LEFT = Int32Array.of(50, 60, 70, 81);
const flat = (value: number): Int32Array => new Int32Array(16).fill(value);
const columns = Int32Array.from({ length: 16 }, (_, cell) => ABOVE[cell & 3] ?? 0);
const rows = Int32Array.from({ length: 16 }, (_, cell) => LEFT[cell >> 2] ?? 0);

function predicted(neighbours: LumaNeighbours, wanted: Int32Array) {
  const prediction = new Int32Array(16);
  const mode = predictLuma(neighbours, wanted, prediction);
  return { mode, prediction };
}

describe('predictLuma', () => {
  test('continues the columns above where that is nearest', () => {
    expect(predicted({ above: ABOVE, left: LEFT }, columns)).toEqual({
      mode: LUMA_PREDICTION_MODE.vertical,
      prediction: columns,
    });
  });

  test('continues the rows on the left where that is nearest', () => {
    expect(predicted({ above: ABOVE, left: LEFT }, rows)).toEqual({
      mode: LUMA_PREDICTION_MODE.horizontal,
      prediction: rows,
    });
  });

  // (100 + 261 + 4) >> 3, (100 + 2) >> 2, (261 + 2) >> 2: clause 8.3.3.3 over flat cells.
  test.for([
    [{ above: ABOVE, left: LEFT }, 45],
    [{ above: ABOVE, left: null }, 25],
    [{ above: null, left: LEFT }, 65],
    [{ above: null, left: null }, 128],
  ] as const)('takes the mean of what there is, case %#', ([neighbours, mean]) => {
    expect(predicted(neighbours, flat(mean))).toEqual({
      mode: LUMA_PREDICTION_MODE.dc,
      prediction: flat(mean),
    });
  });

  test('never predicts from outside the picture', () => {
    expect(predicted({ above: null, left: LEFT }, columns).mode).not.toBe(
      LUMA_PREDICTION_MODE.vertical,
    );
    expect(predicted({ above: ABOVE, left: null }, rows).mode).not.toBe(
      LUMA_PREDICTION_MODE.horizontal,
    );
  });
});

describe('predictChroma', () => {
  const above = Int32Array.of(10, 21);
  const left = Int32Array.of(40, 60);
  const cases: readonly (readonly [ChromaNeighbours, readonly number[]])[] = [
    [{ above, left }, [25, 21, 60, 41]],
    [{ above, left: null }, [10, 21, 10, 21]],
    [{ above: null, left }, [40, 40, 60, 60]],
    [{ above: null, left: null }, [128, 128, 128, 128]],
  ];

  test.for(cases)('follows clause 8.3.4 for each cell, case %#', ([neighbours, expected]) => {
    const prediction = new Int32Array(4);
    predictChroma(neighbours, prediction);
    expect(Array.from(prediction)).toEqual(expected);
  });
});
