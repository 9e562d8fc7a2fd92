import { hash } from 'node:crypto';

/** What a filter of a list may compare besides the prompt; a slice is a run of positions. */
export type WordKind = 'owner' | 'origin' | 'state' | 'model' | 'account' | 'slice';

/** Unicode's private use area: nobody writes prompts with it, and if somebody does, hits are looked at again. */
const privateFrom = 0xe000;
const privateCount = 6400;

/** Bytes of the digest that choose the three code points; 2^48 is more than there are words. */
const digestBytes = 6;

/**
 * A value of a filter as a word of exactly three code points, which no text has. Two values with one word (1 in
 * 2.6e11) cost a look at a wrong hit, nothing more.
 */
export function markWord(kind: WordKind, value: string): string {
  const digest = hash('sha256', `${kind}:${value}`, 'buffer').readUIntBE(0, digestBytes);
  const first = digest % privateCount;
  const second = Math.floor(digest / privateCount) % privateCount;
  const third = Math.floor(digest / privateCount ** 2) % privateCount;
  return String.fromCharCode(privateFrom + first, privateFrom + second, privateFrom + third);
}

/** A term as FTS5 reads it, whatever characters it has (https://sqlite.org/fts5.html#fts5_strings). */
export function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
