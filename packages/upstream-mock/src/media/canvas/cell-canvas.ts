/** Side of a cell in pixels. A cell is the smallest unit that is drawn: one 4x4 block of H.264. */
export const CELL_PIXELS = 4;

/** A rectangle in cells. */
export interface Rectangle {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * A picture of square cells, each an index into a palette. Drawing outside is ignored. The storage is rounded up to
 * whole macroblocks of four cells, so that the video writer can read it directly.
 */
export interface CellCanvas {
  /** Columns that are at least partly visible. */
  readonly columns: number;
  readonly rows: number;
  /** Cells from one row to the next in {@link CellCanvas.cells}. */
  readonly stride: number;
  readonly cells: Uint8Array;
}

/** Creates a canvas of palette index 0 for a picture of this size in pixels. */
export function createCellCanvas(width: number, height: number): CellCanvas {
  const columns = Math.ceil(width / CELL_PIXELS);
  const rows = Math.ceil(height / CELL_PIXELS);
  const stride = Math.ceil(columns / 4) * 4;
  return { columns, rows, stride, cells: new Uint8Array(stride * Math.ceil(rows / 4) * 4) };
}

/** Fills the part of a rectangle that lies on the canvas. */
export function fillRectangle(canvas: CellCanvas, area: Rectangle, color: number): void {
  const left = Math.max(0, area.column);
  const right = Math.min(canvas.columns, area.column + area.columns);
  const bottom = Math.min(canvas.rows, area.row + area.rows);
  if (right <= left) return;
  for (let row = Math.max(0, area.row); row < bottom; row += 1) {
    canvas.cells.fill(color, row * canvas.stride + left, row * canvas.stride + right);
  }
}
