import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CELL_PIXELS, type Rectangle } from '../canvas/cell-canvas.ts';
import { SLOT_COLUMNS } from '../canvas/glyph.ts';
import { CLOCK_SLOTS, layoutPicture } from './picture-layout.ts';
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

const meets = (a: Rectangle, b: Rectangle): boolean =>
  a.column < b.column + b.columns &&
  b.column < a.column + a.columns &&
  a.row < b.row + b.rows &&
  b.row < a.row + a.rows;

function partsOf(width: number, height: number) {
  const layout = layoutPicture(width, height);
  const strip =
    layout.strip === null
      ? null
      : {
          column: layout.strip.column,
          row: layout.strip.row,
          columns: STRIP_COLUMNS * layout.strip.blockCells,
          rows: STRIP_ROWS * layout.strip.blockCells,
        };
  const clock = { ...layout.clock, columns: CLOCK_SLOTS * SLOT_COLUMNS * layout.clockScale };
  return { layout, strip, clock };
}

describe('layoutPicture', () => {
  test.for(SIZES)('puts everything in its own place at %i x %i', ([width, height]) => {
    const { layout, strip, clock } = partsOf(width, height);
    const { mosaic, card, footer, progressBar } = layout;
    const all = { column: 0, row: 0, columns: width / CELL_PIXELS, rows: height / CELL_PIXELS };
    const inFooter = [clock, progressBar, ...(strip === null ? [] : [strip])];
    const pairs = [
      [mosaic, card],
      [mosaic, footer],
      [card, footer],
      ...inFooter.flatMap((part, index) => inFooter.slice(index + 1).map((next) => [part, next])),
    ];
    for (const [part, other] of pairs) {
      expect(part !== undefined && other !== undefined && meets(part, other)).toBe(false);
    }
    for (const part of inFooter) {
      expect(part.row).toBeGreaterThanOrEqual(footer.row);
      expect(part.column).toBeGreaterThanOrEqual(0);
      expect(part.row + part.rows).toBeLessThanOrEqual(all.rows);
      expect(part.column + part.columns).toBeLessThanOrEqual(all.columns);
    }
    // Every visible cell belongs to one of the three.
    expect(mosaic.rows === card.rows || mosaic.rows + card.rows === footer.row).toBe(true);
    expect(footer.row + footer.rows).toBeGreaterThanOrEqual(all.rows);
  });

  test.for(SIZES)('draws the strip in whole macroblocks at %i x %i', ([width, height]) => {
    const { strip } = layoutPicture(width, height);
    expect(strip).toMatchObject({ blockCells: 4 });
    expect([(strip?.column ?? 1) % 4, (strip?.row ?? 1) % 4]).toEqual([0, 0]);
  });

  test.for([
    [1280, 720],
    [854, 480],
  ] as const)('keeps colours apart on the chroma grid at %i x %i', ([width, height]) => {
    const { mosaic, card, footer, progressBar } = layoutPicture(width, height);
    for (const part of [mosaic, card, footer, progressBar]) {
      expect([part.column % 2, part.row % 2]).toEqual([0, 0]);
    }
  });

  test('copes with every size', () => {
    const side = fc.integer({ min: 1, max: 2200 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { mosaic, card, cardText, footer, progressBar } = layoutPicture(width, height);
        for (const part of [mosaic, card, cardText, footer, progressBar]) {
          expect(Math.min(part.columns, part.rows)).toBeGreaterThanOrEqual(0);
          expect([part.column, part.row, part.columns, part.rows].every(Number.isInteger)).toBe(
            true,
          );
        }
      }),
    );
  });
});
