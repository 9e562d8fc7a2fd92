import type { CellCanvas, Rectangle } from '../canvas/cell-canvas.ts';
import { drawText, type TextLine, type TextRoom, wrapText } from '../canvas/draw-text.ts';
import { LINE_ROWS, SLOT_COLUMNS } from '../canvas/font.ts';
import { PART } from './part.ts';

/** The texts of a card, in letters of the font. */
export interface CardWords {
  readonly heading: string;
  readonly prompt: string;
  /** Most important first: the rest is cut off. */
  readonly facts: string;
}

const LARGEST_PROMPT_SCALE = 3;
/** A prompt is not enlarged to lines of fewer letters than this. */
const SHORTEST_LINE_LETTERS = 14;
const HEADING_LINES = 2;
/** Maximum share of the lines below the heading for facts. */
const FACT_SHARE = 0.6;

/** Draws heading, prompt and facts. Ordinary text has `scale`; the prompt is as large as its room allows. */
export function drawCard(
  canvas: CellCanvas,
  area: Rectangle,
  { words, scale }: { readonly words: CardWords; readonly scale: number },
): void {
  const { letters, lines } = roomFor(area, scale);
  const headingLines = Math.min(HEADING_LINES, Math.ceil(lines / 3));
  const heading = wrapText(words.heading, { letters, lines: headingLines }).lines;
  const factLines = Math.floor((lines - heading.length) * FACT_SHARE);
  const facts = wrapText(words.facts, { letters, lines: factLines }).lines;
  const { column } = area;
  const row = area.row + heading.length * LINE_ROWS * scale;
  const factsRow = area.row + area.rows - facts.length * LINE_ROWS * scale + scale;
  const promptRoom = { columns: area.columns, rows: factsRow - scale - row };
  const prompt = fitPrompt(words.prompt, promptRoom, scale);
  drawLines(canvas, heading, { column, row: area.row, scale, ink: PART.dimInk });
  drawLines(canvas, prompt.lines, { column, row, scale: prompt.scale, ink: PART.ink });
  drawLines(canvas, facts, { column, row: factsRow, scale, ink: PART.dimInk });
}

/** Room in letters of a scale. The last line needs no gap to the next. */
function roomFor({ columns, rows }: Pick<Rectangle, 'columns' | 'rows'>, scale: number): TextRoom {
  return {
    letters: Math.floor(columns / (SLOT_COLUMNS * scale)),
    lines: Math.max(0, Math.floor((rows + scale) / (LINE_ROWS * scale))),
  };
}

/** Wraps the prompt at the largest scale, from the given one up, that shows all of it. */
function fitPrompt(
  prompt: string,
  area: Pick<Rectangle, 'columns' | 'rows'>,
  smallest: number,
): { readonly lines: readonly string[]; readonly scale: number } {
  for (let scale = LARGEST_PROMPT_SCALE * smallest; scale > smallest; scale -= 1) {
    const room = roomFor(area, scale);
    const wrapped = wrapText(prompt, room);
    if (wrapped.complete && room.letters >= SHORTEST_LINE_LETTERS) return { ...wrapped, scale };
  }
  return { ...wrapText(prompt, roomFor(area, smallest)), scale: smallest };
}

function drawLines(
  canvas: CellCanvas,
  lines: readonly string[],
  look: Omit<TextLine, 'text' | 'paper'>,
): void {
  lines.forEach((text, index) => {
    const row = look.row + index * LINE_ROWS * look.scale;
    drawText(canvas, { ...look, text, row, paper: PART.card });
  });
}
