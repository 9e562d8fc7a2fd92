const firstHighSurrogate = 0xd800;
const lastHighSurrogate = 0xdbff;
const firstLowSurrogate = 0xdc00;
const lastLowSurrogate = 0xdfff;

/** Counts the Unicode code points in a text; a surrogate without its partner counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < firstHighSurrogate || unit > lastHighSurrogate) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= firstLowSurrogate && next <= lastLowSurrogate) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

export type PromptCheck =
  | { readonly kind: 'usable' }
  /** Nothing was given, or the empty text. */
  | { readonly kind: 'absent' }
  /** White space only. */
  | { readonly kind: 'blank' }
  | { readonly kind: 'too-long'; readonly codePoints: number; readonly limit: number }
  /** Contains what cannot be sent to any provider, or ends the text for some; `holds` completes "must not hold …". */
  | { readonly kind: 'unsendable'; readonly holds: string };

// U+FEFF is no White_Space in Unicode, yet a prompt of nothing else shows nothing.
const visible = /[^\p{White_Space}\ufeff]/u;

/**
 * Checks a prompt of 1 to `limit` Unicode code points, counted without trimming [tasks.prompt.untrimmed], that can be
 * sent whole to any provider.
 */
export function checkPrompt(text: string | null | undefined, limit: number): PromptCheck {
  if (text === undefined || text === null || text === '') return { kind: 'absent' };
  // A code point has two units at most: a text longer than that is too long, and is not counted.
  const isShort = text.length <= 2 * limit;
  if (isShort && !visible.test(text)) return { kind: 'blank' };
  const codePoints = countCodePoints(text);
  if (codePoints > limit) return { kind: 'too-long', codePoints, limit };
  if (!text.isWellFormed()) return { kind: 'unsendable', holds: 'an unpaired surrogate' };
  return text.includes('\0')
    ? { kind: 'unsendable', holds: 'the character U+0000' }
    : { kind: 'usable' };
}
