import { CELL_PIXELS, type Rectangle } from '../canvas/cell-canvas.ts';
import { BODY_ROWS } from '../canvas/font.ts';
import { STRIP_COLUMNS, STRIP_ROWS } from './strip-code.ts';

/** Grades of brightness of the parts of a picture. */
export const PART = {
  footer: 0,
  card: 1,
  ink: 8,
  dimInk: 6,
  accent: 7,
  track: 2,
  stripZero: 0,
  stripOne: 8,
  darkestTile: 2,
} as const;

/** Minimum short side in cells of a picture with tiles; smaller ones need all cells for text. */
const TILES_FROM = 80;
/** Minimum short side in cells of a picture that is drawn at double scale. */
const LARGE_FROM = 400;

export type PictureLayout = ReturnType<typeof layoutPicture>;

/** Positions in cells of all parts of a picture of this size in pixels, from the top down. */
export function layoutPicture(width: number, height: number) {
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
  // The largest, up to a macroblock, that fits and leaves most of the height to the picture.
  const blockCells =
    [4, 2, 1].find((cells) => STRIP_COLUMNS * cells <= inner && STRIP_ROWS * cells * 6 <= rows) ??
    0;
  // Blocks on the grid of macroblocks are cheap to code.
  const down = (cell: number): number => cell - (cell % Math.max(1, blockCells));
  const stripRow = down(rows - margin - STRIP_ROWS * blockCells);
  const barRow = stripRow - gap - Math.max(2, Math.floor(short / 30));
  const clockRow = barRow - gap - BODY_ROWS * scale;
  const footerRow = Math.max(0, clockRow - margin);
  const tileCells = CELL_PIXELS * Math.max(1, Math.floor(short / 45));
  const tileRows = short < TILES_FROM ? 0 : tileCells * Math.floor(rows / 8 / tileCells);
  return {
    /** Cells per dot of ordinary text. */
    scale,
    tileCells,
    tileRows,
    /** Area for text on the card below the tiles. */
    cardText: between(tileRows + margin, footerRow - margin),
    /** First row below the card. */
    footerRow,
    clock: between(clockRow, barRow - gap),
    progressBar: between(barRow, stripRow - gap),
    /** Position of the first block and size of all; null if the picture is too small for a strip. */
    strip: blockCells === 0 ? null : { column: down(margin), row: stripRow, blockCells },
  } as const;
}
