import { type CellCanvas, fillRectangle } from './cell-canvas.ts';
import { BODY_ROWS, type Glyph, glyphFor, LINE_ROWS, SLOT_COLUMNS } from './glyph.ts';

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
  /** The colour of the plate behind the code point of a character outside the font. */
  readonly plate: (codePoint: number) => number;
  readonly plateInk: number;
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
 * Draws one line, paper included, each cell once: drawing the same text again changes nothing.
 *
 * @returns the column after the last letter
 */
export function drawText(canvas: CellCanvas, line: TextLine): number {
  let { column } = line.placement;
  for (const character of line.text) {
    const glyph = glyphFor(character);
    drawGlyph(canvas, { glyph, column }, line);
    column += glyph.slots * SLOT_COLUMNS * line.placement.scale;
  }
  return column;
}

function drawGlyph(
  canvas: CellCanvas,
  { glyph, column }: { readonly glyph: Glyph; readonly column: number },
  { placement, colors }: TextLine,
): void {
  const { scale } = placement;
  const columns = glyph.slots * SLOT_COLUMNS;
  const { ground } = glyph;
  const ink = ground.kind === 'plate' ? colors.plateInk : colors.ink;
  const plate = ground.kind === 'plate' ? colors.plate(ground.codePoint) : colors.paper;
  for (let y = 0; y < GLYPH_ROWS; y += 1) {
    const bits = glyph.rows[y] ?? 0;
    for (let x = 0; x < columns; x += 1) {
      const set = ((bits >> (columns - 1 - x)) & 1) === 1;
      const inBody = y < BODY_ROWS && x < columns - 1;
      const behind = inBody ? plate : colors.paper;
      const area = {
        column: column + x * scale,
        row: placement.row + y * scale,
        columns: scale,
        rows: scale,
      };
      fillRectangle(canvas, area, set ? ink : behind);
    }
  }
}
