import { glyphSlots } from './glyph.ts';

/** Room for text. */
export interface TextRoom {
  /** Width in glyph slots. */
  readonly slots: number;
  readonly lines: number;
}

/** Text cut into lines. */
export interface WrappedText {
  readonly lines: readonly string[];
  /** Whether all of the text is in the lines; otherwise the last ends in an ellipsis. */
  readonly complete: boolean;
}

const ELLIPSIS = '\u2026';

/** Width of a text in slots. */
export function textSlots(text: string): number {
  let slots = 0;
  for (const character of text) slots += glyphSlots(character);
  return slots;
}

/** The text, or as much of its start as fits before an ellipsis. */
export function clipText(text: string, slots: number): string {
  if (slots < 1) return '';
  return textSlots(text) <= slots ? text : `${takeSlots(text, slots - 1)}${ELLIPSIS}`;
}

/** Breaks text at white space, and inside a word only when it is wider than a line. */
export function wrapText(text: string, room: TextRoom): WrappedText {
  if (room.slots < 1) return { lines: [], complete: text.trim() === '' };
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const word of wordsOf(text, room.slots)) {
    const wordSlots = textSlots(word);
    if (line !== '' && width + 1 + wordSlots > room.slots) {
      lines.push(line);
      line = '';
      if (lines.length > room.lines) break;
    }
    width = line === '' ? wordSlots : width + 1 + wordSlots;
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= room.lines) return { lines, complete: true };
  const kept = lines.slice(0, room.lines);
  const last = kept.pop();
  if (last !== undefined) kept.push(`${takeSlots(last, room.slots - 1)}${ELLIPSIS}`);
  return { lines: kept, complete: false };
}

/** White-space separated words, the too wide ones in pieces that each fill a line. */
function* wordsOf(text: string, slots: number): Generator<string, void, void> {
  for (const word of text.split(/\s+/u)) {
    let piece = '';
    let width = 0;
    for (const character of word) {
      const shown = glyphSlots(character) > slots ? ELLIPSIS : character;
      width += glyphSlots(shown);
      if (width > slots) {
        yield piece;
        piece = '';
        width = glyphSlots(shown);
      }
      piece += shown;
    }
    if (piece !== '') yield piece;
  }
}

/** The longest start of a text that is at most this wide. */
function takeSlots(text: string, slots: number): string {
  let taken = '';
  let width = 0;
  for (const character of text) {
    width += glyphSlots(character);
    if (width > slots) break;
    taken += character;
  }
  return taken;
}
