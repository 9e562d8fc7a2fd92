import { type CellCanvas, fillRectangle, type Rectangle } from '../canvas/cell-canvas.ts';
import { drawText, type TextColors } from '../canvas/draw-text.ts';
import { LINE_ROWS, SLOT_COLUMNS } from '../canvas/glyph.ts';
import { clipText, textSlots, wrapText } from '../canvas/wrap-text.ts';
import { PART } from './picture-palette.ts';

/** One thing to know about a clip, for example `seed` and `42`; a value may speak for itself. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** The words on a card. */
export interface CardContent {
  readonly heading: string;
  readonly prompt: string;
  /** The most important first: what does not fit is left out from the end. */
  readonly facts: readonly Fact[];
}

/** Where a card is, and the scale of its ordinary text. */
export interface CardPlacement {
  readonly area: Rectangle;
  readonly text: Rectangle;
  readonly scale: number;
}

const LARGEST_PROMPT_SCALE = 3;
/** A prompt is not enlarged to lines of fewer slots than this. */
const SHORTEST_LINE_SLOTS = 14;
const GAP_BETWEEN_FACTS = 2;
/** So many facts are shown even where they leave little room to the prompt. */
const ESSENTIAL_FACTS = 4;
const LARGEST_FACT_SHARE = 0.5;
const HEADING_LINES = 2;
const UNDERLINE_ROWS = 2;
const UNDERLINE_SLOTS = 4;

/** Draws heading, prompt and facts; the prompt as large as its room allows. */
export function drawCard(canvas: CellCanvas, place: CardPlacement, content: CardContent): void {
  const { text, scale } = place;
  fillRectangle(canvas, place.area, PART.card);
  const line = LINE_ROWS * scale;
  const slots = Math.floor(text.columns / (SLOT_COLUMNS * scale));
  if (text.rows < line || slots < 1) return;
  const gap = Math.max(3 * scale, Math.floor(text.rows / 24));
  const bottom = text.row + text.rows;
  const promptRow = gap + drawHeading(canvas, content.heading, { area: text, scale });
  const roomLines = Math.max(0, Math.floor((bottom - promptRow) / line));
  const essentialLines = flowFacts(content.facts.slice(0, ESSENTIAL_FACTS), slots).length;
  const factLines = flowFacts(content.facts, slots).slice(
    0,
    Math.min(roomLines, Math.max(essentialLines, Math.floor(roomLines * LARGEST_FACT_SHARE))),
  );
  // The last line needs no gap to the next.
  const factsRow = bottom - factLines.length * line + scale;
  factLines.forEach((facts, index) =>
    drawFacts(canvas, facts, { column: text.column, row: factsRow + index * line, scale }),
  );
  const promptArea = { ...text, row: promptRow, rows: factsRow - promptRow - gap };
  drawPrompt(canvas, content.prompt, { area: promptArea, scale });
}

interface TextArea {
  readonly area: Rectangle;
  readonly scale: number;
}

/** Draws the underlined heading and returns the row below it. */
function drawHeading(canvas: CellCanvas, heading: string, { area, scale }: TextArea): number {
  const slots = Math.floor(area.columns / (SLOT_COLUMNS * scale));
  const { lines } = wrapText(heading, { slots, lines: HEADING_LINES });
  const colors = inked(PART.accent);
  lines.forEach((text, index) => {
    const row = area.row + index * LINE_ROWS * scale;
    drawText(canvas, { text, placement: { column: area.column, row, scale }, colors });
  });
  const underline = {
    column: area.column,
    row: evenUp(area.row + lines.length * LINE_ROWS * scale),
    columns: Math.min(area.columns, UNDERLINE_SLOTS * SLOT_COLUMNS * scale),
    rows: UNDERLINE_ROWS,
  };
  fillRectangle(canvas, underline, PART.accent);
  return underline.row + underline.rows;
}

/** Draws the prompt at the largest scale, from the given one up, that shows all of it. */
function drawPrompt(canvas: CellCanvas, prompt: string, room: TextArea): void {
  const { area, scale: smallest } = room;
  const wrapAt = (scale: number) =>
    wrapText(prompt, {
      slots: Math.floor(area.columns / (SLOT_COLUMNS * scale)),
      lines: Math.max(0, Math.floor((area.rows + scale) / (LINE_ROWS * scale))),
    });
  let scale = smallest;
  let wrapped = wrapAt(scale);
  for (let larger = smallest + 1; larger <= LARGEST_PROMPT_SCALE * smallest; larger += 1) {
    if (area.columns < larger * SLOT_COLUMNS * SHORTEST_LINE_SLOTS) break;
    const attempt = wrapAt(larger);
    if (!attempt.complete) break;
    scale = larger;
    wrapped = attempt;
  }
  wrapped.lines.forEach((text, index) => {
    const row = area.row + index * LINE_ROWS * scale;
    const placement = { column: area.column, row, scale };
    drawText(canvas, { text, placement, colors: inked(PART.ink) });
  });
}

/** Puts as many facts on each line as fit. */
function flowFacts(facts: readonly Fact[], slots: number): readonly (readonly Fact[])[] {
  const lines: Fact[][] = [];
  let used = slots;
  for (const fact of facts) {
    const value = clipText(fact.value, slots - textSlots(labelText(fact)));
    const width = textSlots(labelText(fact)) + textSlots(value);
    const line = lines.at(-1);
    if (line !== undefined && used + GAP_BETWEEN_FACTS + width <= slots) {
      line.push({ ...fact, value });
      used += GAP_BETWEEN_FACTS + width;
    } else {
      lines.push([{ ...fact, value }]);
      used = width;
    }
  }
  return lines;
}

function drawFacts(
  canvas: CellCanvas,
  facts: readonly Fact[],
  place: { readonly column: number; readonly row: number; readonly scale: number },
): void {
  let { column } = place;
  for (const fact of facts) {
    const label = { text: labelText(fact), colors: inked(PART.dimInk) };
    column = drawText(canvas, { ...label, placement: { ...place, column } });
    const value = { text: fact.value, colors: inked(PART.ink) };
    column = drawText(canvas, { ...value, placement: { ...place, column } });
    column += GAP_BETWEEN_FACTS * SLOT_COLUMNS * place.scale;
  }
}

function labelText(fact: Fact): string {
  return fact.label === '' ? '' : `${fact.label} `;
}

function inked(ink: number): TextColors {
  return { ink, paper: PART.card, plate: PART.plate };
}

function evenUp(value: number): number {
  return 2 * Math.ceil(value / 2);
}
