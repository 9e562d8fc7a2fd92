import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStrip } from '../../../test/support/read-strip.ts';
import { CELL_PIXELS } from '../canvas/cell-canvas.ts';
import { hashText } from '../scene/hash.ts';
import type { PictureScene } from '../scene/scene.ts';
import { DARKEST_LUMA, GRADES, LUMA_STEP } from '../scene/tint.ts';
import { layoutPicture, PART } from './picture-layout.ts';
import { createPicturePainter, type PicturePainter } from './picture-painter.ts';

const MOTION = { framesPerSecond: 24, durationMs: 4000, audio: true };

function scene(changes: Partial<PictureScene> = {}): PictureScene {
  return {
    width: 854,
    height: 480,
    prompt: 'A lighthouse at dusk, \u706f\u5854 \u{1f41a}',
    model: 'vidA-fast-4s-16x9-480p',
    aspectRatio: '16:9',
    resolution: '480p',
    seed: '42',
    jobId: 'vj_1',
    accountLabel: 'studio-1',
    ...changes,
  };
}

const cellsAfter = (frames: readonly number[], changes: Partial<PictureScene> = {}) => {
  const painter = createPicturePainter(scene(changes), MOTION);
  for (const frame of frames) painter.paint(frame);
  return painter.canvas.cells;
};

/** The text of a picture does not depend on the frame; this cuts the changing parts off. */
function cardOf({ canvas }: PicturePainter, { width, height }: PictureScene): string {
  const { tileRows, footerRow } = layoutPicture(width, height);
  return canvas.cells.subarray(tileRows * canvas.stride, footerRow * canvas.stride).join('');
}

describe('createPicturePainter', () => {
  test('paints a frame alike whatever it painted before', () => {
    const frame = fc.nat({ max: 95 });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), frame, (before, last) => {
        expect(cellsAfter([...before, last])).toEqual(cellsAfter([last]));
      }),
      { numRuns: 25 },
    );
  });

  test('moves', () => {
    expect(cellsAfter([1])).not.toEqual(cellsAfter([0]));
  });

  test.for([
    { prompt: 'A lighthouse at dawn' },
    { prompt: '\u706f\u5854' },
    { model: 'vidB-4s-16x9-480p' },
    { aspectRatio: '9:16' },
    { resolution: '720p' },
    { seed: '43' },
    { jobId: 'vj_2' },
    { accountLabel: 'studio-2' },
  ])('shows %j', (changes) => {
    const before = createPicturePainter(scene(), MOTION);
    const after = createPicturePainter(scene(changes), MOTION);
    before.paint(0);
    after.paint(0);
    expect(after.canvas.cells).not.toEqual(before.canvas.cells);
  });

  test.for([
    [480, 480],
    [480, 854],
    [854, 480],
    [1280, 720],
  ] as const)('has room for seed and account on the card at %i x %i', ([width, height]) => {
    const base = scene({ width, height });
    const card = (changes: Partial<PictureScene>): string =>
      cardOf(createPicturePainter({ ...base, ...changes }, MOTION), base);
    expect(card({ seed: '43' })).not.toBe(card({}));
    expect(card({ accountLabel: 'studio-2' })).not.toBe(card({}));
    expect(card({ resolution: '481p' })).not.toBe(card({}));
  });

  test('makes the strip readable on every frame', () => {
    const painter = createPicturePainter(scene(), MOTION);
    for (let frameIndex = 0; frameIndex < 96; frameIndex += 1) {
      painter.paint(frameIndex);
      const { canvas } = painter;
      const lumaAt = (x: number, y: number): number => {
        const cell = Math.floor(y / CELL_PIXELS) * canvas.stride + Math.floor(x / CELL_PIXELS);
        return DARKEST_LUMA + LUMA_STEP * (canvas.cells[cell] ?? 0);
      };
      const content = { jobHash: hashText('vj_1'), frameIndex };
      expect(readStrip({ width: 854, height: 480, lumaAt })).toEqual({ kind: 'read', content });
    }
  });

  test('fills the progress bar with time', () => {
    const { progressBar } = layoutPicture(854, 480);
    const painter = createPicturePainter(scene(), MOTION);
    const filled = [0, 24, 48, 95].map((frame) => {
      painter.paint(frame);
      const start = progressBar.row * painter.canvas.stride + progressBar.column;
      const bar = painter.canvas.cells.subarray(start, start + progressBar.columns);
      return bar.filter((cell) => cell === PART.accent).length;
    });
    const share = (part: number): number => Math.round(part * progressBar.columns);
    expect(filled).toEqual([0, share(0.25), share(0.5), share(95 / 96)]);
  });

  test('copes with small and thin pictures and with any text', () => {
    const side = fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 700 }));
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const changes = fc.record({ width: side, height: side, prompt: text, model: text, seed: text });
    fc.assert(
      fc.property(changes, (asked) => {
        const painter = createPicturePainter(scene(asked), MOTION);
        painter.paint(17);
        const largest = painter.canvas.cells.reduce((most, cell) => Math.max(most, cell), 0);
        expect(largest).toBeLessThan(GRADES);
      }),
      { numRuns: 40 },
    );
  });
});

describe('readStrip', () => {
  test.for([
    [64, 64, { kind: 'none' }],
    [854, 480, { kind: 'unreadable' }],
  ] as const)('finds nothing in a black picture of %i x %i', ([width, height, reading]) => {
    expect(readStrip({ width, height, lumaAt: () => 0 })).toEqual(reading);
  });
});
