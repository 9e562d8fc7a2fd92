import { describe, expect, test } from 'vitest';
import { smallDigitRows } from './font-3x5.ts';
import { LETTER_COLUMNS, letterRows } from './font-5x7.ts';
import { BODY_ROWS, glyphFor, glyphSlots, LINE_ROWS, SLOT_COLUMNS } from './glyph.ts';

const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const picture = (rows: readonly number[] | undefined): string => JSON.stringify(rows);

describe('the letters', () => {
  test.for(PRINTABLE_ASCII)('%j stands inside its cells', (character) => {
    const rows = letterRows(character) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(LINE_ROWS);
    for (const row of rows) expect([row >= 0, row < 2 ** LETTER_COLUMNS]).toEqual([true, true]);
  });

  test('are all different', () => {
    const pictures = PRINTABLE_ASCII.map((character) => picture(letterRows(character)));
    expect(new Set(pictures).size).toBe(PRINTABLE_ASCII.length);
  });

  test('leave only the space empty', () => {
    const empty = PRINTABLE_ASCII.filter((character) =>
      (letterRows(character) ?? []).every((row) => row === 0),
    );
    expect(empty).toEqual([' ']);
  });

  test.for([
    ['\u2019', "'"],
    ['\u201c', '"'],
    ['\u2014', '-'],
    ['\u00a0', ' '],
  ] as const)('stand in for %j', ([sign, letter]) => {
    expect(letterRows(sign)).toEqual(letterRows(letter));
  });

  test('look as drawn', () => {
    const rows = glyphFor('g').rows.map((row) => row.toString(2).padStart(SLOT_COLUMNS, '0'));
    expect(rows.join('\n').replaceAll('0', '.').replaceAll('1', '#')).toMatchInlineSnapshot(`
      "......
      ......
      .####.
      #...#.
      #...#.
      #...#.
      .####.
      ....#.
      .###.."
    `);
  });
});

describe('the small digits', () => {
  test('are all different and three by five', () => {
    const digits = Array.from('0123456789ABCDEF', (digit) => smallDigitRows(digit));
    expect(new Set(digits.map(picture)).size).toBe(16);
    for (const rows of digits) {
      expect(rows).toHaveLength(5);
      expect(Math.max(...rows)).toBeLessThan(8);
    }
  });

  test.for(['a', 'G', ''])('do not include %j', (digit) => {
    expect(() => smallDigitRows(digit)).toThrow(RangeError);
  });
});

describe('a character outside the font', () => {
  const look = (character: string): string =>
    glyphFor(character)
      .rows.map((row) =>
        row
          .toString(2)
          .padStart(SLOT_COLUMNS * glyphSlots(character), '0')
          .replaceAll('0', '.')
          .replaceAll('1', '#'),
      )
      .join('\n');

  test('shows its code point, four digits wide', () => {
    expect(glyphFor('\u706f').ground).toEqual({ kind: 'plate', codePoint: 0x706f });
    expect(look('\u706f')).toMatchInlineSnapshot(`
      "..................
      .###.###.###.###..
      ...#.#.#.#...#....
      ...#.#.#.###.##...
      ..#..#.#.#.#.#....
      ..#..###.###.#....
      .................."
    `);
  });

  test('shows five digits of an emoji', () => {
    expect(look('\u{1f41a}')).toMatchInlineSnapshot(`
      "........................
      ...#..###.#.#..#...#....
      ..##..#...#.#.##..#.#...
      ...#..##..###..#..###...
      ...#..#.....#..#..#.#...
      ..###.#.....#.###.#.#...
      ........................"
    `);
  });

  test.for(['\u706f', '\u{1f41a}', '\u{10ffff}', '\u0007', '\ud800'])(
    '%j fits the width that text is measured with',
    (character) => {
      const glyph = glyphFor(character);
      expect(glyph.slots).toBe(glyphSlots(character));
      expect(glyph.rows).toHaveLength(BODY_ROWS);
      for (const row of glyph.rows) expect(row).toBeLessThan(2 ** (glyph.slots * SLOT_COLUMNS - 1));
    },
  );
});
