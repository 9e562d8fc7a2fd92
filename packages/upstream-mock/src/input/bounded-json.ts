/** More than any request to a provider needs. */
const mostValues = 20_000;
const deepest = 32;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

export type BoundedJson =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  /** Completes the sentence "The body …". */
  | { readonly kind: 'too-much'; readonly problem: string };

/** Parses a JSON text that has few enough values and levels: a value of two bytes takes a hundred in memory. */
export function parseBoundedJson(text: Buffer): BoundedJson {
  const problem = problemOf(text);
  if (problem !== undefined) return { kind: 'too-much', problem };
  try {
    const value: unknown = JSON.parse(text.toString('utf8'));
    return { kind: 'read', value };
  } catch {
    return { kind: 'malformed' };
  }
}

function problemOf(text: Buffer): string | undefined {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at + 1);
    else if (closers.has(byte)) depth -= 1;
    else if (byte === comma || openers.has(byte)) {
      values += 1;
      if (byte !== comma) depth += 1;
      if (values > mostValues) return `has more than ${mostValues} values`;
      if (depth > deepest) return `is nested more than ${deepest} levels deep`;
    }
  }
  return undefined;
}

/** Position of the closing quote; the platform's search skips a long string, such as a data URL, quickly. */
function endOfString(text: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const end = text.indexOf(quote, at);
    if (end === -1) return text.length;
    let escapes = 0;
    while (end - 1 - escapes >= from && text[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
    at = end + 1;
  }
}
