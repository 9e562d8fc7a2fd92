/** Pixels on one side of a cell, the smallest thing the media kit draws: one 4x4 block of H.264. */
export const CELL_PIXELS = 4;
