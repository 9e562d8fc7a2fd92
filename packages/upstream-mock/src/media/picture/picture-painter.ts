import { type CellCanvas, createCellCanvas, fillRectangle } from '../canvas/cell-canvas.ts';
import type { Color } from '../color.ts';
import { hashText } from '../hash.ts';
import type { PictureScene } from '../scene.ts';
import { drawCard, type Fact } from './card.ts';
import { type ClockTexts, drawFooter } from './footer.ts';
import { createMosaic, type Mosaic } from './mosaic.ts';
import { layoutPicture, type PictureLayout } from './picture-layout.ts';
import { PART, picturePalette } from './picture-palette.ts';

/** How a picture moves; `null` for a still. */
export interface Motion {
  readonly framesPerSecond: number;
  readonly durationMs: number;
  readonly audio: boolean;
}

/** Paints the frames of one scene on one canvas. */
export interface PicturePainter {
  readonly canvas: CellCanvas;
  readonly palette: readonly Color[];
  /** Makes the canvas show a frame, whichever it showed before. A still has frame 0 only. */
  paint(frameIndex: number): void;
}

/** Prepares the canvas of a scene: all that does not change is drawn once, here. */
export function createPicturePainter(scene: PictureScene, motion: Motion | null): PicturePainter {
  const canvas = createCellCanvas(scene.width, scene.height);
  const layout = layoutPicture(scene.width, scene.height);
  const key = hashText(`${scene.seed}\n${scene.jobId}`);
  const mosaic = createMosaic({
    area: layout.mosaic,
    tileCells: layout.tileCells,
    key,
    framesPerSecond: motion === null ? null : motion.framesPerSecond,
  });
  drawCard(
    canvas,
    { area: layout.card, text: layout.cardText, scale: layout.textScale },
    { heading: scene.model, prompt: scene.prompt, facts: factsOf(scene, motion) },
  );
  fillRectangle(canvas, layout.footer, PART.footer);
  return new ScenePainter({ canvas, layout, mosaic, motion, key, jobHash: hashText(scene.jobId) });
}

interface PainterParts {
  readonly canvas: CellCanvas;
  readonly layout: PictureLayout;
  readonly mosaic: Mosaic;
  readonly motion: Motion | null;
  readonly key: number;
  readonly jobHash: number;
}

class ScenePainter implements PicturePainter {
  readonly canvas: CellCanvas;
  readonly palette: readonly Color[];
  readonly #parts: PainterParts;

  constructor(parts: PainterParts) {
    this.canvas = parts.canvas;
    this.palette = picturePalette(parts.key);
    this.#parts = parts;
  }

  paint(frameIndex: number): void {
    const { canvas, layout, mosaic, motion, jobHash } = this.#parts;
    mosaic.draw(canvas, frameIndex);
    const strip = { jobHash, frameIndex };
    if (motion === null) {
      const clock = { present: 'still image', total: '' };
      drawFooter(canvas, layout, { strip, clock, progress: 1 });
      return;
    }
    const timeMs = Math.floor((frameIndex * 1000) / motion.framesPerSecond);
    drawFooter(canvas, layout, {
      strip,
      clock: clockTexts(timeMs, motion.durationMs),
      progress: (frameIndex * 1000) / (motion.framesPerSecond * motion.durationMs),
    });
  }
}

function factsOf(scene: PictureScene, motion: Motion | null): readonly Fact[] {
  const value = (text: string): Fact => ({ label: '', value: text });
  const moving =
    motion === null
      ? []
      : [
          value(`${motion.durationMs / 1000} s`),
          value(`${motion.framesPerSecond} fps`),
          value(motion.audio ? 'with sound' : 'no sound'),
        ];
  return [
    value(scene.aspectRatio),
    value(scene.resolution),
    { label: 'seed', value: scene.seed },
    { label: 'account', value: scene.accountLabel },
    value(`${scene.width}x${scene.height}`),
    ...moving,
    { label: 'job', value: scene.jobId },
  ];
}

/** Seconds of both with equally many digits, so that the text keeps its width: ` 1.25 / 12.00 s`. */
function clockTexts(timeMs: number, durationMs: number): ClockTexts {
  const decimals = durationMs < 100_000 ? 2 : 1;
  const total = (durationMs / 1000).toFixed(decimals);
  const step = 10 ** (3 - decimals);
  const time = ((Math.floor(timeMs / step) * step) / 1000).toFixed(decimals);
  return { present: time.padStart(total.length, ' '), total: ` / ${total} s` };
}
