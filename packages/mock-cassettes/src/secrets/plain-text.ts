import type { Span } from './text-finder.ts';

/** A text in lower case, with its escapes decoded where that was requested. */
export interface PlainText {
  readonly text: string;
  /** The same part of the original text, with whole escapes. */
  spanOf(span: Span): Span;
}

/** Percent-encoding and JSON escapes, also nested JSON. */
const escape = /%([\da-f]{2})|\\+(?:u([\da-f]{4})|([^])|$)/gi;

/** The text in lower case, undecoded. */
export function smallLetters(text: string): PlainText {
  return { text: small(text), spanOf: (span) => span };
}

/** The decoded text, of any mixture of escapes; undefined if it has none. */
export function withoutEscapes(text: string): PlainText | undefined {
  const pieces: string[] = [];
  // Positions of escapes: in the plain text, and their range in the original.
  const escapes: (readonly [plain: number, from: number, to: number])[] = [];
  let [length, done] = [0, 0];
  const take = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { 0: whole, 1: byte, 2: unit, 3: letter = '', index } of text.matchAll(escape)) {
    take(text.slice(done, index));
    done = index + whole.length;
    escapes.push([length, index, done]);
    const code = byte ?? unit;
    take(code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16)));
  }
  if (escapes.length === 0) return undefined;
  take(text.slice(done));
  const positionOf = (plain: number): Span => {
    const found = escapes[lastUpTo(escapes, plain)];
    if (found === undefined) return [plain, plain + 1];
    const [begin, from, to] = found;
    return plain === begin ? [from, to] : [to + plain - begin - 1, to + plain - begin];
  };
  return {
    text: small(pieces.join('')),
    spanOf: ([from, to]) => [positionOf(from)[0], positionOf(to - 1)[1]],
  };
}

/** Index of the last item that begins at or before a position; -1 if there is none. */
function lastUpTo(positions: readonly (readonly [at: number, ...rest: unknown[]])[], at: number) {
  let [from, to] = [0, positions.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((positions[middle]?.[0] ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** ASCII only: in other alphabets the lower case of a letter may be two letters. */
function small(text: string): string {
  return text.replaceAll(/[^\u0080-\uffff]+/g, (letters) => letters.toLowerCase());
}
