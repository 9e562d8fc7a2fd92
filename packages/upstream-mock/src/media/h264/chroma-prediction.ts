/** The decoded chroma cells next to a macroblock; `null` where the picture ends. */
export interface ChromaNeighbours {
  /** The two cells above, left to right. */
  readonly above: Int32Array | null;
  /** The two cells to the left, top to bottom. */
  readonly left: Int32Array | null;
}

const NEUTRAL = 128;

/**
 * Intra_Chroma_DC (ITU-T H.264 clause 8.3.4) of one component, for neighbours made of
 * flat cells: the two cells on the diagonal take the mean of both sides, the others their own side.
 *
 * @param prediction filled with four cells in raster order
 */
export function predictChroma({ above, left }: ChromaNeighbours, prediction: Int32Array): void {
  const above0 = above?.[0] ?? left?.[0] ?? NEUTRAL;
  const above1 = above?.[1] ?? left?.[0] ?? NEUTRAL;
  const left0 = left?.[0] ?? above?.[0] ?? NEUTRAL;
  const left1 = left?.[1] ?? above?.[0] ?? NEUTRAL;
  prediction[0] = (above0 + left0 + 1) >> 1;
  prediction[1] = above1;
  prediction[2] = left1;
  prediction[3] = ((above?.[1] ?? left1) + (left?.[1] ?? above1) + 1) >> 1;
}
