import { CELL_PIXELS, type Rectangle } from '../canvas/cell-canvas.ts';
import { BODY_ROWS } from '../canvas/font.ts';
import { STRIP_COLUMNS, STRIP_ROWS } from './strip-code.ts';

/** Where the strip's first block is and how large blocks are, cells. */
export interface StripPlacement {
  readonly column: number;
  readonly row: number;
  readonly blockCells: number;
}

/** Where everything is, in cells, from the top down; a function of the picture's size alone. */
export interface PictureLayout {
  /** Cells per dot of ordinary text. */
  readonly scale: number;
  readonly tileCells: number;
  readonly tileRows: number;
  /** The part of the card below the tiles that text may use. */
  readonly cardText: Rectangle;
  /** The first row below the card. */
  readonly footerRow: number;
  readonly clock: Rectangle;
  readonly progressBar: Rectangle;
  /** `null` when the picture is too small for one. */
  readonly strip: StripPlacement | null;
}

/** Pictures whose short side has fewer cells need them all for words. */
const TILES_FROM = 80;
/** Pictures whose short side has so many cells have everything twice as large. */
const LARGE_FROM = 400;

/** Lays a picture of this many pixels out. */
export function layoutPicture(width: number, height: number): PictureLayout {
  const columns = Math.floor(width / CELL_PIXELS);
  const rows = Math.floor(height / CELL_PIXELS);
  const short = Math.min(columns, rows);
  const scale = short >= LARGE_FROM ? 2 : 1;
  const margin = 2 * Math.floor(short / 44);
  const gap = Math.max(2, Math.floor(margin / 2));
  const inner = Math.max(0, columns - 2 * margin);
  const between = (row: number, below: number): Rectangle => ({
    column: margin,
    row,
    columns: inner,
    rows: Math.max(0, below - row),
  });
  const blockCells = stripBlockCells(inner, rows);
  // Blocks on the grid of macroblocks are cheap to code.
  const down = (cell: number): number => cell - (cell % Math.max(1, blockCells));
  const stripRow = down(rows - margin - STRIP_ROWS * blockCells);
  const barRow = stripRow - gap - Math.max(2, Math.floor(short / 30));
  const clockRow = barRow - gap - BODY_ROWS * scale;
  const footerRow = Math.max(0, clockRow - margin);
  const tileCells = CELL_PIXELS * Math.max(1, Math.floor(short / 45));
  const tileRows = short < TILES_FROM ? 0 : tileCells * Math.floor(rows / 8 / tileCells);
  return {
    scale,
    tileCells,
    tileRows,
    cardText: between(tileRows + margin, footerRow - margin),
    footerRow,
    clock: between(clockRow, barRow - gap),
    progressBar: between(barRow, stripRow - gap),
    strip: blockCells === 0 ? null : { column: down(margin), row: stripRow, blockCells },
  };
}

/** The largest block, up to a macroblock, that fits and leaves most of the height to the picture. */
function stripBlockCells(innerColumns: number, rows: number): number {
  const fits = [4, 2, 1].find(
    (cells) => STRIP_COLUMNS * cells <= innerColumns && STRIP_ROWS * cells * 6 <= rows,
  );
  return fits ?? 0;
}
