import { type CellCanvas, fillRectangle } from './cell-canvas.ts';
import { LETTER_COLUMNS, letterRows } from './font-5x7.ts';
import { codePointDigits, LINE_ROWS, SLOT_COLUMNS } from './glyph.ts';

/** Where and how large to draw one line of text. */
interface TextPlacement {
  /** Left and top edge of the first letter, cells. */
  readonly column: number;
  readonly row: number;
  /** Cells per dot of a letter. */
  readonly scale: number;
}

/** Palette indexes for text. */
export interface TextColors {
  readonly ink: number;
  readonly paper: number;
  /** Behind the code point of a character outside the font. */
  readonly plate: number;
}

/** One line of text and its look. */
export interface TextLine {
  readonly text: string;
  readonly placement: TextPlacement;
  readonly colors: TextColors;
}

/** Rows of a line that a glyph may touch. */
const GLYPH_ROWS = LINE_ROWS - 1;

/**
 * Draws one line, paper included, each cell once: drawing the same text again changes nothing. A
 * character outside the font is shown as its code point on a plate, so that any script stays tellable apart.
 *
 * @returns the column after the last letter
 */
export function drawText(canvas: CellCanvas, line: TextLine): number {
  const { paper, plate } = line.colors;
  let { column } = line.placement;
  for (const character of line.text) {
    const digits = codePointDigits(character);
    const letters = Array.from(digits ?? character);
    letters.forEach((letter, index) => {
      const behind = digits === null ? paper : plate;
      const gap = index === letters.length - 1 ? paper : behind;
      drawLetter(canvas, { letter, column, behind, gap }, line);
      column += SLOT_COLUMNS * line.placement.scale;
    });
  }
  return column;
}

interface PlacedLetter {
  readonly letter: string;
  readonly column: number;
  /** Palette indexes behind the letter and after it. */
  readonly behind: number;
  readonly gap: number;
}

function drawLetter(canvas: CellCanvas, placed: PlacedLetter, line: TextLine): void {
  const { scale, row } = line.placement;
  const rows = letterRows(placed.letter) ?? [];
  for (let y = 0; y < GLYPH_ROWS; y += 1) {
    const bits = rows[y] ?? 0;
    for (let x = 0; x < SLOT_COLUMNS; x += 1) {
      const set = ((bits >> (LETTER_COLUMNS - 1 - x)) & 1) === 1;
      const unset = x < LETTER_COLUMNS ? placed.behind : placed.gap;
      const left = placed.column + x * scale;
      const area = { column: left, row: row + y * scale, columns: scale, rows: scale };
      fillRectangle(canvas, area, set && x < LETTER_COLUMNS ? line.colors.ink : unset);
    }
  }
}
