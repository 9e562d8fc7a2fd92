import { type CellCanvas, fillRectangle } from '../canvas/cell-canvas.ts';
import { drawText, type TextRoom, wrapText } from '../canvas/draw-text.ts';
import { LINE_ROWS, printable, SLOT_COLUMNS } from '../canvas/font.ts';
import type { Motion, PictureScene } from '../scene/scene.ts';
import { PART, type PictureLayout } from './picture-layout.ts';

const LARGEST_PROMPT_SCALE = 3;
/** A prompt is not enlarged to lines of fewer letters than this. */
const SHORTEST_LINE_LETTERS = 14;
const HEADING_LINES = 2;
/** Maximum share of the lines below the heading for facts. */
const FACT_SHARE = 0.6;

/** Draws model, prompt and parameters of a scene. The prompt is as large as its room allows. */
export function drawCard(
  canvas: CellCanvas,
  { cardText, scale, tileRows, footerRow }: PictureLayout,
  { scene, motion }: { readonly scene: PictureScene; readonly motion: Motion | null },
): void {
  const { column, columns } = cardText;
  const card = { column: 0, row: tileRows, columns: canvas.columns, rows: footerRow - tileRows };
  fillRectangle(canvas, card, PART.card);
  const { letters, lines } = roomFor(columns, cardText.rows, scale);
  const headingLines = Math.min(HEADING_LINES, Math.ceil(lines / 3));
  const heading = wrapText(printable(scene.model), { letters, lines: headingLines }).lines;
  const factLines = Math.floor((lines - heading.length) * FACT_SHARE);
  const facts = wrapText(printable(factsOf(scene, motion)), { letters, lines: factLines }).lines;
  const row = cardText.row + heading.length * LINE_ROWS * scale;
  const factsRow = cardText.row + cardText.rows - facts.length * LINE_ROWS * scale + scale;
  const room = (at: number): TextRoom => roomFor(columns, factsRow - scale - row, at);
  const prompt = fitPrompt(printable(scene.prompt), room, scale);
  const parts = [
    { texts: heading, row: cardText.row, scale, ink: PART.dimInk },
    { texts: prompt.lines, row, scale: prompt.scale, ink: PART.ink },
    { texts: facts, row: factsRow, scale, ink: PART.dimInk },
  ];
  for (const { texts, ...look } of parts)
    texts.forEach((text, index) => {
      const at = look.row + index * LINE_ROWS * look.scale;
      drawText(canvas, { ...look, text, column, row: at, paper: PART.card });
    });
}

/** Parameters, the most important first: the rest is cut off. */
function factsOf(scene: PictureScene, motion: Motion | null): string {
  const time = motion === null ? [] : [`${motion.durationMs / 1000} s`];
  const sound =
    motion === null
      ? []
      : [`${motion.framesPerSecond} fps`, motion.audio ? 'with sound' : 'no sound'];
  return [
    `account ${scene.accountLabel}`,
    scene.aspectRatio,
    scene.resolution,
    ...time,
    `seed ${scene.seed}`,
    `job ${scene.jobId}`,
    `${scene.width}x${scene.height}`,
    ...sound,
  ].join(', ');
}

/** Room in letters of a scale. The last line needs no gap to the next. */
function roomFor(columns: number, rows: number, scale: number): TextRoom {
  return {
    letters: Math.floor(columns / (SLOT_COLUMNS * scale)),
    lines: Math.max(0, Math.floor((rows + scale) / (LINE_ROWS * scale))),
  };
}

/** Wraps the prompt at the largest scale, from the given one up, that shows all of it. */
function fitPrompt(prompt: string, roomAt: (scale: number) => TextRoom, smallest: number) {
  for (let scale = LARGEST_PROMPT_SCALE * smallest; scale > smallest; scale -= 1) {
    const room = roomAt(scale);
    const wrapped = wrapText(prompt, room);
    if (wrapped.complete && room.letters >= SHORTEST_LINE_LETTERS) return { ...wrapped, scale };
  }
  return { ...wrapText(prompt, roomAt(smallest)), scale: smallest };
}
