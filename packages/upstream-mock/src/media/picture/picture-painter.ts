import { type CellCanvas, createCellCanvas, fillRectangle } from '../canvas/cell-canvas.ts';
import { printable } from '../canvas/font.ts';
import { hashText, keyedNumber } from '../scene/hash.ts';
import type { PictureScene } from '../scene/scene.ts';
import { TINTS, type Tint, tintOf } from '../scene/tint.ts';
import { type CardWords, drawCard } from './draw-card.ts';
import { drawFrame } from './draw-frame.ts';
import { PART } from './part.ts';
import { layoutPicture } from './picture-layout.ts';

/** Motion of a picture; `null` for a still. */
export interface Motion {
  readonly framesPerSecond: number;
  readonly durationMs: number;
  readonly audio: boolean;
}

/** Paints the frames of one scene on one canvas. */
export interface PicturePainter {
  readonly canvas: CellCanvas;
  readonly tint: Tint;
  /** Paints a frame over any other. A still has frame 0 only. */
  paint(frameIndex: number): void;
}

/** Prepares the canvas of a scene and draws everything that does not change. */
export function createPicturePainter(scene: PictureScene, motion: Motion | null): PicturePainter {
  const canvas = createCellCanvas(scene.width, scene.height);
  const layout = layoutPicture(scene.width, scene.height);
  const { tileRows, footerRow } = layout;
  const key = hashText(`${scene.seed}\n${scene.jobId}`);
  const jobHash = hashText(scene.jobId);
  const card = { column: 0, row: tileRows, columns: canvas.columns, rows: footerRow - tileRows };
  fillRectangle(canvas, card, PART.card);
  drawCard(canvas, layout.cardText, { words: wordsOf(scene, motion), scale: layout.scale });
  return {
    canvas,
    tint: tintOf(keyedNumber(key) % TINTS),
    paint(frameIndex) {
      const seconds = motion === null ? 0 : frameIndex / motion.framesPerSecond;
      drawFrame(canvas, layout, {
        key,
        seconds,
        clock: motion === null ? 'still image' : clockText(seconds, motion.durationMs / 1000),
        progress: motion === null ? 1 : (1000 * seconds) / motion.durationMs,
        strip: { jobHash, frameIndex },
      });
    },
  };
}

function wordsOf(scene: PictureScene, motion: Motion | null): CardWords {
  const [time, sound] =
    motion === null
      ? [[], []]
      : [
          [`${motion.durationMs / 1000} s`],
          [`${motion.framesPerSecond} fps`, motion.audio ? 'with sound' : 'no sound'],
        ];
  const facts = [
    `account ${scene.accountLabel}`,
    scene.aspectRatio,
    scene.resolution,
    ...time,
    `seed ${scene.seed}`,
    `job ${scene.jobId}`,
    `${scene.width}x${scene.height}`,
    ...sound,
  ];
  return {
    heading: printable(scene.model),
    prompt: printable(scene.prompt),
    facts: printable(facts.join(', ')),
  };
}

/** Both times with the same number of digits, so that the text keeps its width: ` 1.25 / 12.00 s`. */
function clockText(seconds: number, whole: number): string {
  const total = whole.toFixed(2);
  return `${seconds.toFixed(2).padStart(total.length, ' ')} / ${total} s`;
}
