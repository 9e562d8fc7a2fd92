import { type CellCanvas, fillRectangle } from '../canvas/cell-canvas.ts';
import { drawText } from '../canvas/draw-text.ts';
import type { PictureLayout, StripPlacement } from './picture-layout.ts';
import { PART } from './picture-palette.ts';
import { encodeStrip, STRIP_COLUMNS, type StripContent } from './strip-code.ts';

/** The running time, and after it, less bright, the whole. */
export interface ClockTexts {
  readonly present: string;
  readonly total: string;
}

/** What the footer says about one frame. */
export interface FooterContent {
  readonly strip: StripContent;
  readonly clock: ClockTexts;
  /** Share of the clip that lies before this frame, 0..1. */
  readonly progress: number;
}

/** Draws the running time, the progress bar and the machine-readable strip on the footer's ground. */
export function drawFooter(
  canvas: CellCanvas,
  layout: PictureLayout,
  content: FooterContent,
): void {
  const { clock, clockScale, progressBar } = layout;
  const place = { row: clock.row, scale: clockScale };
  const colors = { paper: PART.footer, plate: PART.plate };
  const column = drawText(canvas, {
    text: content.clock.present,
    placement: { ...place, column: clock.column },
    colors: { ...colors, ink: PART.ink },
  });
  drawText(canvas, {
    text: content.clock.total,
    placement: { ...place, column },
    colors: { ...colors, ink: PART.dimInk },
  });
  const done = Math.round(content.progress * progressBar.columns);
  const rest = { column: progressBar.column + done, columns: progressBar.columns - done };
  fillRectangle(canvas, { ...progressBar, columns: done }, PART.accent);
  fillRectangle(canvas, { ...progressBar, ...rest }, PART.track);
  if (layout.strip !== null) drawStrip(canvas, layout.strip, content.strip);
}

function drawStrip(canvas: CellCanvas, place: StripPlacement, content: StripContent): void {
  const { blockCells } = place;
  encodeStrip(content).forEach((white, index) => {
    const area = {
      column: place.column + (index % STRIP_COLUMNS) * blockCells,
      row: place.row + Math.floor(index / STRIP_COLUMNS) * blockCells,
      columns: blockCells,
      rows: blockCells,
    };
    fillRectangle(canvas, area, white ? PART.stripOne : PART.stripZero);
  });
}
