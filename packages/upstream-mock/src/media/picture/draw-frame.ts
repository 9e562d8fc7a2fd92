import { type CellCanvas, fillRectangle } from '../canvas/cell-canvas.ts';
import { drawText } from '../canvas/draw-text.ts';
import { keyedNumber } from '../scene/hash.ts';
import { PART } from './part.ts';
import type { PictureLayout, StripPlacement } from './picture-layout.ts';
import { encodeStrip, STRIP_COLUMNS, type StripContent } from './strip-code.ts';

/** Content of one frame that differs from others. */
export interface Frame {
  /** Selects the tiles. */
  readonly key: number;
  readonly seconds: number;
  readonly clock: string;
  /** Share of the clip before this frame, 0..1. */
  readonly progress: number;
  readonly strip: StripContent;
}

/** Number of tile grades, from the darkest up, and seconds between two grades of a tile. */
const TILE_GRADES = 5;
const TILE_SECONDS = 3;

/** Draws tiles, running time, progress bar and machine-readable strip over the previous frame. */
export function drawFrame(canvas: CellCanvas, layout: PictureLayout, frame: Frame): void {
  const { clock, progressBar, scale, strip } = layout;
  drawTiles(canvas, layout, frame);
  drawText(canvas, { text: frame.clock, ...clock, scale, ink: PART.ink, paper: PART.footer });
  const done = Math.round(frame.progress * progressBar.columns);
  fillRectangle(canvas, progressBar, PART.track);
  fillRectangle(canvas, { ...progressBar, columns: done }, PART.accent);
  if (strip !== null) drawStrip(canvas, strip, frame.strip);
}

/** Each tile changes to the next grade at its own time. */
function drawTiles(canvas: CellCanvas, layout: PictureLayout, { key, seconds }: Frame): void {
  const { tileCells, tileRows } = layout;
  for (let row = 0; row < tileRows; row += tileCells) {
    for (let column = 0; column < canvas.columns; column += tileCells) {
      const number = keyedNumber(key, row, column);
      const turn = Math.floor(seconds / TILE_SECONDS + (number & 0xffff) / 0x10000);
      const grade = PART.darkestTile + (((number >>> 16) + turn) % TILE_GRADES);
      fillRectangle(canvas, { column, row, columns: tileCells, rows: tileCells }, grade);
    }
  }
}

function drawStrip(canvas: CellCanvas, position: StripPlacement, content: StripContent): void {
  const { blockCells } = position;
  encodeStrip(content).forEach((white, index) => {
    const area = {
      column: position.column + (index % STRIP_COLUMNS) * blockCells,
      row: position.row + Math.floor(index / STRIP_COLUMNS) * blockCells,
      columns: blockCells,
      rows: blockCells,
    };
    fillRectangle(canvas, area, white ? PART.stripOne : PART.stripZero);
  });
}
