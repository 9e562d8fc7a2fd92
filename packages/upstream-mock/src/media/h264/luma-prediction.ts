/** Intra16x16PredMode (ITU-T H.264 Table 8-4); plane prediction is never used. */
export const LUMA_PREDICTION_MODE = { vertical: 0, horizontal: 1, dc: 2 } as const;

/** One of the modes above. */
export type LumaPredictionMode = (typeof LUMA_PREDICTION_MODE)[keyof typeof LUMA_PREDICTION_MODE];

/** The decoded cells next to a macroblock; `null` where the picture ends. */
export interface LumaNeighbours {
  /** The four cells above, left to right. */
  readonly above: Int32Array | null;
  /** The four cells to the left, top to bottom. */
  readonly left: Int32Array | null;
}

const MIDDLE_GREY = 128;

/**
 * Fills `prediction` with the closest of the vertical, horizontal and DC predictions of clause 8.3.3
 * and says which it took. On a tie the first of vertical, horizontal, DC wins.
 *
 * @param wanted the 16 cells to come near to, raster order
 */
export function predictLuma(
  neighbours: LumaNeighbours,
  wanted: Int32Array,
  prediction: Int32Array,
): LumaPredictionMode {
  const mean = meanOf(neighbours);
  const { above, left } = neighbours;
  let dcCost = 0;
  let verticalCost = above === null ? Number.POSITIVE_INFINITY : 0;
  let horizontalCost = left === null ? Number.POSITIVE_INFINITY : 0;
  for (let cell = 0; cell < 16; cell += 1) {
    const sample = wanted[cell] ?? 0;
    dcCost += Math.abs(sample - mean);
    if (above !== null) verticalCost += Math.abs(sample - (above[cell & 3] ?? 0));
    if (left !== null) horizontalCost += Math.abs(sample - (left[cell >> 2] ?? 0));
  }
  if (above !== null && verticalCost <= horizontalCost && verticalCost <= dcCost) {
    for (let cell = 0; cell < 16; cell += 1) prediction[cell] = above[cell & 3] ?? 0;
    return LUMA_PREDICTION_MODE.vertical;
  }
  if (left !== null && horizontalCost <= dcCost) {
    for (let cell = 0; cell < 16; cell += 1) prediction[cell] = left[cell >> 2] ?? 0;
    return LUMA_PREDICTION_MODE.horizontal;
  }
  prediction.fill(mean);
  return LUMA_PREDICTION_MODE.dc;
}

/** Intra_16x16_DC, clause 8.3.3.3, for neighbours made of flat cells of four samples. */
function meanOf({ above, left }: LumaNeighbours): number {
  if (above !== null && left !== null) return (sumOf(above) + sumOf(left) + 4) >> 3;
  if (above !== null) return (sumOf(above) + 2) >> 2;
  if (left !== null) return (sumOf(left) + 2) >> 2;
  return MIDDLE_GREY;
}

function sumOf(cells: Int32Array): number {
  return (cells[0] ?? 0) + (cells[1] ?? 0) + (cells[2] ?? 0) + (cells[3] ?? 0);
}
