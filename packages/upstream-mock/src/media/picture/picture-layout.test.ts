import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CELL_PIXELS, type Rectangle } from '../canvas/cell-canvas.ts';
import { BODY_ROWS, SLOT_COLUMNS } from '../canvas/font.ts';
import { layoutPicture } from './picture-layout.ts';
import { STRIP_COLUMNS, STRIP_ROWS } from './strip-code.ts';

const SIZES = [
  [854, 480],
  [480, 854],
  [480, 480],
  [640, 480],
  [1120, 480],
  [1280, 720],
  [720, 1280],
  [720, 720],
  [960, 720],
  [720, 960],
  [1680, 720],
  [1920, 1080],
  [1080, 1920],
  [1024, 1024],
  [1024, 576],
  [2048, 2048],
  [1536, 2048],
] as const;

describe('layoutPicture', () => {
  test.for(SIZES)('puts one thing below the other at %i x %i', ([width, height]) => {
    const { tileRows, cardText, footerRow, clock, progressBar, strip } = layoutPicture(
      width,
      height,
    );
    const below = ({ row, rows }: Rectangle): number => row + rows;
    const edges = [
      [0, tileRows],
      [tileRows, cardText.row],
      [below(cardText), footerRow],
      [footerRow, clock.row],
      [below(clock), progressBar.row],
      [below(progressBar), strip?.row ?? 0],
      [(strip?.row ?? 0) + STRIP_ROWS * (strip?.blockCells ?? 0), height / CELL_PIXELS],
    ];
    for (const [above = 0, next = 0] of edges) expect(above).toBeLessThanOrEqual(next);
    const right = Math.floor(width / CELL_PIXELS);
    for (const part of [cardText, clock, progressBar]) {
      expect(part.column).toBeGreaterThanOrEqual(0);
      expect(part.column + part.columns).toBeLessThanOrEqual(right);
    }
    expect((strip?.column ?? right) + STRIP_COLUMNS * (strip?.blockCells ?? 0)).toBeLessThanOrEqual(
      right,
    );
  });

  test.for(SIZES)('has room for the running time at %i x %i', ([width, height]) => {
    const { clock, scale } = layoutPicture(width, height);
    const letters = '123.45 / 567.89 s'.length;
    expect(clock.columns).toBeGreaterThanOrEqual(letters * SLOT_COLUMNS * scale);
    expect(clock.rows).toBeGreaterThanOrEqual(BODY_ROWS * scale);
  });

  test.for(SIZES)('draws the strip in whole macroblocks at %i x %i', ([width, height]) => {
    const { strip } = layoutPicture(width, height);
    expect(strip).toMatchObject({ blockCells: 4 });
    expect([(strip?.column ?? 1) % 4, (strip?.row ?? 1) % 4]).toEqual([0, 0]);
  });

  test('copes with every size', () => {
    const side = fc.integer({ min: 1, max: 2200 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { cardText, clock, progressBar } = layoutPicture(width, height);
        for (const part of [cardText, clock, progressBar]) {
          expect(Math.min(part.columns, part.rows)).toBeGreaterThanOrEqual(0);
          expect([part.column, part.row, part.columns, part.rows].every(Number.isInteger)).toBe(
            true,
          );
        }
      }),
    );
  });
});
