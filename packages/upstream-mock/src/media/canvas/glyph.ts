import { LETTER_COLUMNS, letterRows } from './font-5x7.ts';

/** Cells from the left edge of one letter to that of the next; the unit text is measured in. */
export const SLOT_COLUMNS = LETTER_COLUMNS + 1;

/** Cells from one base line to the next: seven above, two below, one between. */
export const LINE_ROWS = 10;

/** Rows of a letter that stand on the base line. */
export const BODY_ROWS = 7;

/** The code point, in hexadecimal, of a character outside the font; `null` for one inside. */
export function codePointDigits(character: string): string | null {
  if (letterRows(character) !== undefined) return null;
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Width of a character in slots of {@link SLOT_COLUMNS} cells. */
export function glyphSlots(character: string): number {
  return codePointDigits(character)?.length ?? 1;
}
