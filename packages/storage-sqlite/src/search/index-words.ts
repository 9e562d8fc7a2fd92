import { hash } from 'node:crypto';
import { foldText } from './fold-text.ts';

/** What a filter of a list may compare besides the prompt. */
export type WordKind = 'owner' | 'origin' | 'state' | 'model' | 'account';

/** Unicode's private use area: nobody writes prompts with it, and if somebody does, hits are looked at again. */
const privateFrom = 0xe000;
const privateCount = 6400;

/** Bytes of the digest that choose the three code points; 2^48 is more than there are words. */
const digestBytes = 6;

/** Stands for what an index cannot hold: the end of text, and halves of characters. */
const replacement = '\u{fffd}';

/** Behind a prompt, so that a trigram begins with each of its characters. */
const end = replacement.repeat(2);

/** Trigrams asked for at most; what a longer search adds is left to the look at each hit. */
const trigramsAsked = 12;

/** Code points per trigram. */
const trigramLength = 3;

/**
 * A value of a filter as a word of three code points, which the trigram index keeps as one term. Two values with
 * one word (1 in 2.6e11) cost a look at a wrong hit, nothing more.
 */
export function markWord(kind: WordKind, value: string): string {
  const digest = hash('sha256', `${kind}:${value}`, 'buffer').readUIntBE(0, digestBytes);
  const first = digest % privateCount;
  const second = Math.floor(digest / privateCount) % privateCount;
  const third = Math.floor(digest / privateCount ** 2) % privateCount;
  return String.fromCharCode(privateFrom + first, privateFrom + second, privateFrom + third);
}

/** The prompt as it is indexed: folded, without what would end the text or is no character, and with an end. */
export function indexText(prompt: string): string {
  return fold(prompt) + end;
}

/**
 * Trigrams every prompt containing the searched text must have: one behind the other, and the last; empty when the
 * text is too short to have one.
 */
export function searchedTrigrams(search: string): readonly string[] {
  const points = Array.from(fold(search));
  const trigrams = new Set<string>();
  const last = points.length - trigramLength;
  for (let at = 0; at <= last && trigrams.size < trigramsAsked; at += trigramLength) {
    trigrams.add(points.slice(at, at + trigramLength).join(''));
  }
  if (last >= 0) trigrams.add(points.slice(last).join(''));
  return [...trigrams].filter((trigram) => !trigram.includes(replacement));
}

/**
 * What one trigram of every prompt containing the searched text must begin with, when the text is too short to have
 * trigrams; null when it is not, or is nothing.
 */
export function searchedBeginning(search: string): string | null {
  const text = fold(search);
  const { length } = Array.from(text);
  return length > 0 && length < trigramLength && !text.includes(replacement) ? text : null;
}

function fold(text: string): string {
  return foldText(text).toWellFormed().replaceAll('\0', replacement);
}

/** A term as FTS5 reads it, whatever characters it has (https://sqlite.org/fts5.html#fts5_strings). */
export function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
