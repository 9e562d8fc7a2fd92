import { type CellCanvas, fillRectangle, type Rectangle } from './cell-canvas.ts';
import { ELLIPSIS, LINE_ROWS, letterRows, SLOT_COLUMNS } from './font.ts';

/** One line of text and its style. */
export interface TextLine extends Pick<Rectangle, 'column' | 'row'> {
  /** In letters of the font. */
  readonly text: string;
  /** Cells per dot of a letter. */
  readonly scale: number;
  /** Grades of the letters and of the background. */
  readonly ink: number;
  readonly paper: number;
}

/** Draws one line with its background, each cell once: drawing the same text again changes nothing. */
export function drawText(canvas: CellCanvas, line: TextLine): void {
  const { scale, ink, paper } = line;
  Array.from(line.text, letterRows).forEach((rows, index) => {
    for (let y = 0; y < LINE_ROWS - 1; y += 1) {
      for (let x = 0; x < SLOT_COLUMNS; x += 1) {
        const set = (((rows[y] ?? 0) << 1) >> (SLOT_COLUMNS - 1 - x)) & 1;
        const column = line.column + (index * SLOT_COLUMNS + x) * scale;
        const dot = { column, row: line.row + y * scale, columns: scale, rows: scale };
        fillRectangle(canvas, dot, set === 1 ? ink : paper);
      }
    }
  });
}

/** Letters per line, and number of lines. */
export interface TextRoom {
  readonly letters: number;
  readonly lines: number;
}

/**
 * Breaks text at single spaces, and inside a word only if it is wider than a line. `complete`: the lines contain the
 * whole text; otherwise the last ends in an ellipsis.
 */
export function wrapText(text: string, { letters, lines }: TextRoom) {
  if (letters < 1 || lines < 1) return { lines: [], complete: text === '' };
  const line = new RegExp(`\\S.{0,${letters - 1}}(?= |$)|\\S{${letters}}`, 'g');
  const all = text.match(line) ?? [];
  if (all.length <= lines) return { lines: all, complete: true };
  const last = `${(all[lines - 1] ?? '').slice(0, letters - 1)}${ELLIPSIS}`;
  return { lines: [...all.slice(0, lines - 1), last], complete: false };
}
