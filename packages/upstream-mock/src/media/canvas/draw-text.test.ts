import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CellCanvas, createCellCanvas, fillRectangle } from './cell-canvas.ts';
import { drawText, wrapText } from './draw-text.ts';

const colors = { ink: 1, paper: 2 };

function look(canvas: CellCanvas): string {
  return Array.from({ length: canvas.rows }, (_, row) =>
    Array.from(canvas.cells.subarray(row * canvas.stride, row * canvas.stride + canvas.columns))
      .join('')
      .replaceAll('0', ' ')
      .replaceAll('1', '#')
      .replaceAll('2', '.'),
  ).join('\n');
}

describe('drawText', () => {
  test('draws ink and paper', () => {
    const canvas = createCellCanvas(4 * 14, 4 * 10);
    drawText(canvas, { text: 'Ay', column: 1, row: 1, scale: 1, ...colors });
    expect(look(canvas)).toMatchInlineSnapshot(`
      "              
       ..#......... 
       .#.#........ 
       #...#.#...#. 
       #...#.#...#. 
       #####.#...#. 
       #...#.#...#. 
       #...#..####. 
       ..........#. 
       .......###.. "
    `);
  });

  test('enlarges', () => {
    const canvas = createCellCanvas(4 * 12, 4 * 18);
    drawText(canvas, { text: 'i', column: 0, row: 0, scale: 2, ...colors });
    expect(look(canvas).split('\n').slice(0, 6)).toEqual([
      '....##......',
      '....##......',
      '............',
      '............',
      '..####......',
      '..####......',
    ]);
  });

  test('ignores what lies outside the canvas', () => {
    const canvas = createCellCanvas(8, 8);
    drawText(canvas, { text: 'WWW', column: -7, row: -3, scale: 3, ...colors });
    expect(canvas.cells).toHaveLength(16);
  });
});

describe('fillRectangle', () => {
  test('fills the part that is on the canvas', () => {
    const canvas = createCellCanvas(4 * 3, 4 * 2);
    fillRectangle(canvas, { column: 1, row: -1, columns: 9, rows: 2 }, 1);
    fillRectangle(canvas, { column: 5, row: 0, columns: 2, rows: 2 }, 1);
    fillRectangle(canvas, { column: -4, row: 1, columns: 4, rows: 1 }, 1);
    expect(look(canvas)).toBe(' ##\n   ');
  });
});

describe('createCellCanvas', () => {
  test('stores whole macroblocks', () => {
    const canvas = createCellCanvas(18, 33);
    expect(canvas).toMatchObject({ columns: 5, rows: 9, stride: 8 });
    expect(canvas.cells).toHaveLength(8 * 12);
  });
});

const words = fc
  .array(fc.constantFrom('a', 'be', 'longword', '<1F41A>', ','), { maxLength: 60 })
  .map((parts) => parts.join(' '));
const room = fc.record({ letters: fc.integer({ min: 0, max: 40 }), lines: fc.nat({ max: 12 }) });

describe('wrapText', () => {
  test('never makes a line too wide, or empty, or a line too many', () => {
    fc.assert(
      fc.property(words, room, (text, space) => {
        const { lines } = wrapText(text, space);
        expect(lines.length).toBeLessThanOrEqual(space.lines);
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(space.letters);
          expect(line.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('keeps every letter where it says so', () => {
    fc.assert(
      fc.property(words, room, (text, space) => {
        const { lines, complete } = wrapText(text, space);
        const strip = (kept: string): string => kept.replaceAll(' ', '');
        expect(complete ? strip(lines.join('')) : '').toBe(complete ? strip(text) : '');
        const full = space.letters === 0 || lines.length === space.lines;
        expect(complete || full).toBe(true);
      }),
    );
  });

  test('breaks between words', () => {
    expect(wrapText('a lighthouse on a cliff', { letters: 12, lines: 5 })).toEqual({
      lines: ['a lighthouse', 'on a cliff'],
      complete: true,
    });
  });

  test('breaks a word that is wider than a line', () => {
    expect(wrapText('see incomprehensible', { letters: 8, lines: 5 }).lines).toEqual([
      'see',
      'incompre',
      'hensible',
    ]);
  });

  test('ends in an ellipsis when it runs out of lines', () => {
    expect(wrapText('a lighthouse on a cliff', { letters: 12, lines: 1 })).toEqual({
      lines: ['a lighthous\u2026'],
      complete: false,
    });
  });

  test.for(['<706F>'.repeat(100_000), 'a '.repeat(300_000).trim()])(
    'is quick with a very long prompt, case %#',
    (long) => {
      const { lines, complete } = wrapText(long, { letters: 30, lines: 3 });
      expect(lines.map((line) => line.length >= 29)).toEqual([true, true, true]);
      expect(complete).toBe(false);
    },
  );
});
