import { SMALL_DIGIT_COLUMNS, smallDigitRows } from './font-3x5.ts';
import { LETTER_COLUMNS, letterRows } from './font-5x7.ts';

/** Cells from the left edge of one letter to that of the next; the unit text is measured in. */
export const SLOT_COLUMNS = LETTER_COLUMNS + 1;

/** Cells from one base line to the next: seven above, two below, one between. */
export const LINE_ROWS = 10;

/** Rows of a letter that stand on the base line. */
export const BODY_ROWS = 7;

/** A character ready to be drawn at scale 1. */
export interface Glyph {
  /** Width in slots of {@link SLOT_COLUMNS} cells. */
  readonly slots: number;
  /** Rows from the top; bit `slots * SLOT_COLUMNS - 1 - x` is the cell x from the left. */
  readonly rows: readonly number[];
  /** What the cells that are not set show: the paper, or a plate in a colour of this code point. */
  readonly ground:
    | { readonly kind: 'paper' }
    | { readonly kind: 'plate'; readonly codePoint: number };
}

const PLATE_DIGIT_COLUMNS = SMALL_DIGIT_COLUMNS + 1;
/** On a plate: a cell of border on either side, and a cell of paper after it. */
const PLATE_EXTRA_COLUMNS = 3;
/** The gap after the last digit is part of the border. */
const LAST_GAP_COLUMNS = 1;

/**
 * The glyph of one character. A character outside the font becomes a plate that bears its code point
 * in hexadecimal, so that any script stays tellable apart without a font for it.
 */
export function glyphFor(character: string): Glyph {
  const rows = letterRows(character);
  if (rows === undefined) return codePointPlate(character);
  return { slots: 1, rows: rows.map((row) => row << 1), ground: { kind: 'paper' } };
}

/** The width of {@link glyphFor} without making the glyph. */
export function glyphSlots(character: string): number {
  return letterRows(character) === undefined ? plateSlots(hexadecimal(character).length) : 1;
}

function codePointPlate(character: string): Glyph {
  const digits = hexadecimal(character);
  const slots = plateSlots(digits.length);
  const inkColumns = digits.length * PLATE_DIGIT_COLUMNS - LAST_GAP_COLUMNS;
  // Digits sit in the middle of the plate, which leaves its last column to the paper.
  const right = 1 + Math.floor((slots * SLOT_COLUMNS - 1 - inkColumns) / 2) - LAST_GAP_COLUMNS;
  const inkRows = [0, 1, 2, 3, 4].map((row) =>
    Array.from(digits).reduce(
      (bits, digit) => (bits << PLATE_DIGIT_COLUMNS) | ((smallDigitRows(digit)[row] ?? 0) << 1),
      0,
    ),
  );
  return {
    slots,
    rows: [0, ...inkRows.map((bits) => bits << right), 0],
    ground: { kind: 'plate', codePoint: character.codePointAt(0) ?? 0 },
  };
}

function hexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function plateSlots(digits: number): number {
  const columns = digits * PLATE_DIGIT_COLUMNS - LAST_GAP_COLUMNS + PLATE_EXTRA_COLUMNS;
  return Math.ceil(columns / SLOT_COLUMNS);
}
