import { describe, expect, test } from 'vitest';
import { LETTER_COLUMNS, letterRows } from './font-5x7.ts';
import { codePointDigits, glyphSlots, LINE_ROWS } from './glyph.ts';

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
});

describe('a character outside the font', () => {
  test.for([
    ['\u706f', '706F'],
    ['\u{1f41a}', '1F41A'],
    ['\u{10ffff}', '10FFFF'],
    ['\u0007', '0007'],
    ['\ud800', 'D800'],
  ] as const)('%j is shown and measured by its code point', ([character, digits]) => {
    expect(codePointDigits(character)).toBe(digits);
    expect(glyphSlots(character)).toBe(digits.length);
  });

  test('is not in it', () => {
    expect(PRINTABLE_ASCII.map(codePointDigits)).toEqual(PRINTABLE_ASCII.map(() => null));
  });
});
