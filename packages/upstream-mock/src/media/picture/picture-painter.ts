import { type CellCanvas, createCellCanvas, fillRectangle } from '../canvas/cell-canvas.ts';
import { drawText } from '../canvas/draw-text.ts';
import { hashText, keyedNumber } from '../scene/hash.ts';
import type { Motion, PictureScene } from '../scene/scene.ts';
import { TINTS, tintOf } from '../scene/tint.ts';
import { drawCard } from './draw-card.ts';
import { layoutPicture, PART, type PictureLayout } from './picture-layout.ts';
import { encodeStrip, STRIP_COLUMNS, type StripContent } from './strip-code.ts';

export type PicturePainter = ReturnType<typeof createPicturePainter>;

/** Number of tile grades, from the darkest up, and seconds between two grades of a tile. */
const TILE_GRADES = 5;
const TILE_SECONDS = 3;

/** Prepares the canvas of a scene and draws everything that does not change. `motion`: null for a still. */
export function createPicturePainter(scene: PictureScene, motion: Motion | null) {
  const canvas = createCellCanvas(scene.width, scene.height);
  const layout = layoutPicture(scene.width, scene.height);
  const key = hashText(`${scene.seed}\n${scene.jobId}`);
  const jobHash = hashText(scene.jobId);
  drawCard(canvas, layout, { scene, motion });
  return {
    canvas,
    tint: tintOf(keyedNumber(key) % TINTS),
    /** Paints a frame over any other. A still has frame 0 only. */
    paint: (frameIndex: number): void => {
      const { clock, progressBar, scale } = layout;
      const seconds = motion === null ? 0 : frameIndex / motion.framesPerSecond;
      const progress = motion === null ? 1 : (1000 * seconds) / motion.durationMs;
      const text = motion === null ? 'still image' : clockText(seconds, motion.durationMs / 1000);
      drawTiles(canvas, layout, { key, seconds });
      drawText(canvas, { text, ...clock, scale, ink: PART.ink, paper: PART.footer });
      fillRectangle(canvas, progressBar, PART.track);
      const done = { ...progressBar, columns: Math.round(progress * progressBar.columns) };
      fillRectangle(canvas, done, PART.accent);
      drawStrip(canvas, layout, { jobHash, frameIndex });
    },
  };
}

/** Each tile changes to the next grade at its own time. */
function drawTiles(
  canvas: CellCanvas,
  { tileCells, tileRows }: PictureLayout,
  { key, seconds }: { readonly key: number; readonly seconds: number },
): void {
  for (let row = 0; row < tileRows; row += tileCells) {
    for (let column = 0; column < canvas.columns; column += tileCells) {
      const number = keyedNumber(key, row, column);
      const turn = Math.floor(seconds / TILE_SECONDS + (number & 0xffff) / 0x10000);
      const grade = PART.darkestTile + (((number >>> 16) + turn) % TILE_GRADES);
      fillRectangle(canvas, { column, row, columns: tileCells, rows: tileCells }, grade);
    }
  }
}

/** Draws the machine-readable strip. */
function drawStrip(canvas: CellCanvas, { strip }: PictureLayout, content: StripContent): void {
  if (strip === null) return;
  const { blockCells } = strip;
  encodeStrip(content).forEach((white, index) => {
    const column = strip.column + (index % STRIP_COLUMNS) * blockCells;
    const row = strip.row + Math.floor(index / STRIP_COLUMNS) * blockCells;
    const area = { column, row, columns: blockCells, rows: blockCells };
    fillRectangle(canvas, area, white ? PART.stripOne : PART.stripZero);
  });
}

/** Both times with the same number of digits, so that the text keeps its width: ` 1.25 / 12.00 s`. */
function clockText(seconds: number, whole: number): string {
  const total = whole.toFixed(2);
  return `${seconds.toFixed(2).padStart(total.length, ' ')} / ${total} s`;
}
