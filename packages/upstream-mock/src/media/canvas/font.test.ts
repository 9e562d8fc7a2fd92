import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINE_ROWS, letterRows, printable, SLOT_COLUMNS } from './font.ts';

const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const picture = (rows: readonly number[]): string => JSON.stringify(rows);

describe('the letters', () => {
  test.for(PRINTABLE_ASCII)('%j stands inside its cells', (character) => {
    const rows = letterRows(character);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(LINE_ROWS);
    for (const row of rows) expect([row >= 0, row < 2 ** (SLOT_COLUMNS - 1)]).toEqual([true, true]);
  });

  test('are all different', () => {
    const pictures = PRINTABLE_ASCII.map((character) => picture(letterRows(character)));
    expect(new Set(pictures).size).toBe(PRINTABLE_ASCII.length);
  });

  test('leave only the space empty', () => {
    const empty = PRINTABLE_ASCII.filter((character) =>
      letterRows(character).every((row) => row === 0),
    );
    expect(empty).toEqual([' ']);
  });
});

describe('printable', () => {
  test.for([
    ['It\u2019s \u201cnow\u201d \u2014 2\u00d7', 'It\'s "now" - 2x'],
    ['\u706f\u5854', '<706F><5854>'],
    ['\u{1f41a}', '<1F41A>'],
    ['\u{10ffff}', '<10FFFF>'],
    ['\u0007', '<0007>'],
    ['\ud800', '<D800>'],
    [' two\n\twords\u00a0', 'two words'],
    ['', ''],
  ] as const)('%j is shown as %j', ([text, shown]) => {
    expect(printable(text)).toBe(shown);
  });

  test('keeps what is in the font', () => {
    const all = PRINTABLE_ASCII.join('').trim();
    expect(printable(all)).toBe(all);
  });

  test('leaves letters of the font alone, one cell wide each', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const letter of printable(text)) expect(letterRows(letter)).not.toEqual([]);
      }),
    );
  });
});
