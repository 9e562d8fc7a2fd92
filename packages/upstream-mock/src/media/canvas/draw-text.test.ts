import { describe, expect, test } from 'vitest';
import { type CellCanvas, createCellCanvas, fillRectangle } from './cell-canvas.ts';
import { drawText } from './draw-text.ts';

const PLATE_COLOR = 5;
const colors = { ink: 1, paper: 2, plate: PLATE_COLOR };

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
  test('draws ink and paper and says where it ended', () => {
    const canvas = createCellCanvas(4 * 14, 4 * 10);
    const placement = { column: 1, row: 1, scale: 1 };
    expect(drawText(canvas, { text: 'Ay', placement, colors })).toBe(13);
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
    drawText(canvas, { text: 'i', placement: { column: 0, row: 0, scale: 2 }, colors });
    expect(look(canvas).split('\n').slice(0, 6)).toEqual([
      '....##......',
      '....##......',
      '............',
      '............',
      '..####......',
      '..####......',
    ]);
  });

  test('puts the code point of a strange character on a plate', () => {
    const canvas = createCellCanvas(4 * 24, 4 * 9);
    drawText(canvas, { text: '\u706f', placement: { column: 0, row: 0, scale: 1 }, colors });
    expect(look(canvas)).toMatchInlineSnapshot(`
      "#####55###5555##55#####.
      5555#5#555#55#5555#5555.
      555#55#55##5#55555#5555.
      55#555#5#5#5####55####5.
      5#5555##55#5#555#5#5555.
      5#5555#555#5#555#5#5555.
      5#55555###555###55#5555.
      55555555555555555555555.
      55555555555555555555555."
    `);
  });

  test('ignores what lies outside the canvas', () => {
    const canvas = createCellCanvas(8, 8);
    drawText(canvas, { text: 'WWW', placement: { column: -7, row: -3, scale: 3 }, colors });
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
