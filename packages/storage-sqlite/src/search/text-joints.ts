import { isGap } from './text-units.ts';

/** Units of a joint on either side of the gap. */
const reach = 3;

/** Units of a joint where words have no gaps between them. */
const wideLength = 4;

/** From here on scripts write without gaps, and a unit says as much as several letters. */
const wideFrom = 0x2e80;

/** Large odd numbers without a pattern, of well-known hashes. */
const multiplier = 0x9e3779b1;
const finalMultiplier = 0x85ebca6b;

/** 2^20 words: few enough to be short, so many that a text seldom has one it does not contain. */
const bitsPerPoint = 10;
const pointMask = 2 ** bitsPerPoint - 1;

/** Unicode's private use area: no prompt has a term that looks like a joint's. */
const privateFrom = 0xe000;

/**
 * Gives the word of every joint of a text, in order: of where a word ends and the next one begins, and of any four
 * characters where words have no gaps. Trigrams within words are common; which words stand side by side is not, so
 * joints tell a phrase nobody wrote from texts that have all its words. A joint depends on nothing but its own
 * units: what contains a text has all of its joints. Each word is two characters, given as such.
 */
export function eachJoint(units: Uint16Array, give: (first: number, second: number) => void): void {
  for (let at = 0; at < units.length; at += 1) {
    if (isBetweenWords(units, at)) giveWord(hashOf(units, at - reach, 2 * reach + 1), give);
    else if (isWide(units, at)) giveWord(hashOf(units, at, wideLength), give);
  }
}

function giveWord(hash: number, give: (first: number, second: number) => void): void {
  give(privateFrom + ((hash >>> bitsPerPoint) & pointMask), privateFrom + (hash & pointMask));
}

function isBetweenWords(units: Uint16Array, at: number): boolean {
  if (at < reach || at + reach >= units.length) return false;
  return isGap(units[at] ?? 0) && !isGap(units[at + 1] ?? 0);
}

function isWide(units: Uint16Array, from: number): boolean {
  if (from + wideLength > units.length) return false;
  for (let at = from; at < from + wideLength; at += 1) {
    if ((units[at] ?? 0) < wideFrom) return false;
  }
  return true;
}

function hashOf(units: Uint16Array, from: number, length: number): number {
  let hash = 0;
  for (let at = from; at < from + length; at += 1) {
    hash = Math.imul(hash ^ (units[at] ?? 0), multiplier);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, finalMultiplier);
  return (hash ^ (hash >>> 13)) >>> 0;
}
