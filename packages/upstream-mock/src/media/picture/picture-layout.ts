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

/** Positions of all parts in cells, from the top down; they depend on the picture's size only. */
export interface PictureLayout {
  /** Cells per dot of ordinary text. */
  readonly scale: number;
  readonly tileCells: number;
  readonly tileRows: number;
  /** Area for text on the card below the tiles. */
  readonly cardText: Rectangle;
  /** First row below the card. */
  readonly footerRow: number;
  readonly clock: Rectangle;
  readonly progressBar: Rectangle;
  /** Position of the strip's first block and size of its blocks; `null` if the picture is too small for a strip. */
  readonly strip: Readonly<Record<'column' | 'row' | 'blockCells', number>> | null;
}

/** Minimum short side in cells of a picture with tiles; smaller ones need all cells for text. */
const TILES_FROM = 80;
/** Minimum short side in cells of a picture that is drawn at double scale. */
const LARGE_FROM = 400;

/** Lays out a picture of this size in pixels. */
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
