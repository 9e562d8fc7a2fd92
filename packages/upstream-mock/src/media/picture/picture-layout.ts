import { CELL_PIXELS, type Rectangle } from '../canvas/cell-canvas.ts';
import { BODY_ROWS, SLOT_COLUMNS } from '../canvas/glyph.ts';
import { STRIP_COLUMNS, STRIP_ROWS } from './strip-code.ts';

/** Where the strip's first block is and how large blocks are, cells. */
export interface StripPlacement {
  readonly column: number;
  readonly row: number;
  readonly blockCells: number;
}

/** Where everything is, in cells; a function of the picture's size alone. */
export interface PictureLayout {
  /** Cells per dot of ordinary text. */
  readonly textScale: number;
  readonly mosaic: Rectangle;
  readonly tileCells: number;
  readonly card: Rectangle;
  /** The part of the card that text may use. */
  readonly cardText: Rectangle;
  readonly footer: Rectangle;
  readonly clock: Rectangle;
  readonly clockScale: number;
  readonly progressBar: Rectangle;
  /** `null` when the picture is too small for one. */
  readonly strip: StripPlacement | null;
}

/** Slots of the widest running time: `12.34 / 56.78 s`, or `123.4 / 567.8 s`. */
export const CLOCK_SLOTS = 15;
/** Pictures with a short side of fewer cells than this are laid out tightly. */
const COMPACT_BELOW = 150;
/** And from this many on, everything is drawn twice as large. */
const LARGE_FROM = 400;
const LANDSCAPE_RATIO = 1.25;
const PORTRAIT_RATIO = 0.8;

/** Lays a picture of this many pixels out. */
export function layoutPicture(width: number, height: number): PictureLayout {
  const columns = Math.floor(width / CELL_PIXELS);
  const rows = Math.floor(height / CELL_PIXELS);
  const short = Math.min(columns, rows);
  const margin = even(short / 22);
  const textScale = short >= LARGE_FROM ? 2 : 1;
  const footer = layoutFooter({ columns, rows, margin, textScale });
  const plan = planMosaic(columns, rows);
  const [mosaic, card] = splitTop({ columns, rows: footer.footer.row }, plan);
  return {
    textScale,
    mosaic,
    tileCells: plan.tileCells,
    card,
    cardText: inset(card, margin),
    ...footer,
  };
}

interface MosaicPlan {
  readonly side: 'right' | 'top';
  readonly share: number;
  readonly tileCells: number;
}

interface FooterSpace {
  readonly columns: number;
  readonly rows: number;
  readonly margin: number;
  readonly textScale: number;
}

type FooterLayout = Pick<
  PictureLayout,
  'footer' | 'clock' | 'clockScale' | 'progressBar' | 'strip'
>;

/** From the bottom up: the strip, the bar and the running time; time beside strip where it fits. */
function layoutFooter(space: FooterSpace): FooterLayout {
  const { columns, rows, margin } = space;
  const inner = columns - 2 * margin;
  const gap = Math.max(2, even(margin / 2));
  const barRows = Math.max(2, even(Math.min(columns, rows) / 30));
  const blockCells = stripBlockCells(inner, rows);
  const stripColumns = STRIP_COLUMNS * blockCells;
  const stripRows = STRIP_ROWS * blockCells;
  const besideStrip = inner - stripColumns - (blockCells > 0 ? 2 : 0);
  const shared = besideStrip >= CLOCK_SLOTS * SLOT_COLUMNS;
  const clockColumns = shared ? besideStrip : inner;
  const clockScale = Math.max(
    1,
    Math.min(2 * space.textScale, Math.floor(clockColumns / (CLOCK_SLOTS * SLOT_COLUMNS))),
  );
  const clockRows = BODY_ROWS * clockScale;
  const align = Math.max(2, blockCells);
  const down = (row: number): number => align * Math.floor(row / align);
  const barBottom = shared ? rows - margin : down(rows - margin - stripRows) - gap;
  const barRow = down(barBottom - barRows);
  const upperRow = down(barRow - gap - (shared ? Math.max(clockRows, stripRows) : clockRows));
  const stripRow = shared ? down(barRow - gap - stripRows) : down(rows - margin - stripRows);
  const stripColumn = shared ? columns - margin - stripColumns : margin;
  const footerRow = Math.max(0, upperRow - margin);
  const clockRow = shared ? Math.floor((upperRow + barRow - gap - clockRows) / 2) : upperRow;
  return {
    footer: { column: 0, row: footerRow, columns: columns + 1, rows: rows + 1 - footerRow },
    clock: { column: margin, row: clockRow, columns: clockColumns, rows: clockRows },
    clockScale,
    progressBar: { column: margin, row: barRow, columns: inner, rows: barRows },
    strip: blockCells === 0 ? null : { column: down(stripColumn), row: stripRow, blockCells },
  };
}

/** The largest block, up to a macroblock, that fits and leaves most of the height to the picture. */
function stripBlockCells(innerColumns: number, rows: number): number {
  const fits = [4, 2, 1].find(
    (cells) => STRIP_COLUMNS * cells <= innerColumns && STRIP_ROWS * cells * 6 <= rows,
  );
  return fits ?? 0;
}

/** How the part above the footer is shared; words get more of it where there is little. */
function planMosaic(columns: number, rows: number): MosaicPlan {
  const short = Math.min(columns, rows);
  const wide = columns >= rows * LANDSCAPE_RATIO;
  const tall = columns <= rows * PORTRAIT_RATIO;
  if (short < COMPACT_BELOW) {
    if (wide) return { side: 'right', share: 0.28, tileCells: 12 };
    return { side: 'top', share: tall ? 0.3 : 0, tileCells: 12 };
  }
  const tileCells = short >= LARGE_FROM ? 32 : 16;
  if (wide) return { side: 'right', share: 0.36, tileCells };
  return { side: 'top', share: tall ? 0.4 : 0.28, tileCells };
}

/** Mosaic and card: side by side when the picture is wide, one above the other when it is not. */
function splitTop(
  top: { readonly columns: number; readonly rows: number },
  { side, share, tileCells }: MosaicPlan,
): readonly [mosaic: Rectangle, card: Rectangle] {
  const tiles = (cells: number): number => tileCells * Math.floor(cells / tileCells);
  if (side === 'right') {
    const columns = tiles(top.columns * share);
    const column = even(top.columns - columns);
    return [
      { column, row: 0, columns: columns + 2, rows: top.rows },
      { column: 0, row: 0, columns: column, rows: top.rows },
    ];
  }
  const rows = tiles(top.rows * share);
  return [
    { column: 0, row: 0, columns: top.columns + 1, rows },
    { column: 0, row: rows, columns: top.columns + 1, rows: top.rows - rows },
  ];
}

function inset(area: Rectangle, margin: number): Rectangle {
  return {
    column: area.column + margin,
    row: area.row + margin,
    columns: Math.max(0, area.columns - 2 * margin),
    rows: Math.max(0, area.rows - 2 * margin),
  };
}

/** The largest even number not above. Colour has half the resolution of brightness. */
function even(value: number): number {
  return 2 * Math.floor(value / 2);
}
