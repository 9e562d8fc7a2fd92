/** Half-open range: start (inclusive), end (exclusive). */
export type Span = readonly [from: number, to: number];

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
  if (text.search(escape) === -1) return undefined;
  const pieces: string[] = [];
  // Position in the original of each decoded character.
  const starts = new Uint32Array(text.length + 1);
  let [length, done] = [0, 0];
  const takeUpTo = (end: number) => {
    pieces.push(text.slice(done, end));
    for (; done < end; done += 1) starts[length++] = done;
  };
  for (const { 0: whole, 1: byte, 2: unit, 3: letter = '', index } of text.matchAll(escape)) {
    takeUpTo(index);
    const code = byte ?? unit;
    const plain = code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16));
    pieces.push(plain);
    if (plain !== '') starts[length++] = index;
    done = index + whole.length;
  }
  takeUpTo(text.length);
  starts[length] = text.length;
  const startOf = (plain: number) => starts[plain] ?? text.length;
  return {
    text: small(pieces.join('')),
    spanOf: ([from, to]) => [startOf(from), startOf(to)],
  };
}

/** ASCII only: in other alphabets the lower case of a letter may be two letters. */
function small(text: string): string {
  return text.replaceAll(/[^\u0080-\uffff]+/g, (letters) => letters.toLowerCase());
}
