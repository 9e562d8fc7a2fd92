import type { CellCanvas } from '../canvas/cell-canvas.ts';
import { CELL_PIXELS } from '../canvas/cell-size.ts';

const FILTER_UP = 2;

/**
 * The filtered scanlines of a canvas, one byte a pixel (W3C PNG clause 9): the first line of each row of
 * cells as it is, the ones below as "no difference to the line above".
 */
export function scanlines(canvas: CellCanvas, width: number, height: number): Uint8Array {
  const lineBytes = 1 + width;
  const lines = new Uint8Array(lineBytes * height);
  for (let y = 0; y < height; y += 1) {
    const line = y * lineBytes;
    if (y % CELL_PIXELS > 0) {
      lines[line] = FILTER_UP;
      continue;
    }
    const end = line + lineBytes;
    const first = (y / CELL_PIXELS) * canvas.stride;
    for (let column = 0; column < canvas.columns; column += 1) {
      const start = line + 1 + column * CELL_PIXELS;
      lines.fill(canvas.cells[first + column] ?? 0, start, Math.min(end, start + CELL_PIXELS));
    }
  }
  return lines;
}
