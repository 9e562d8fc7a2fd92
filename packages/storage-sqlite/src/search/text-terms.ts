import { endianness } from 'node:os';
import { eachJoint } from './text-joints.ts';
import { endedTextUnits, textUnits } from './text-units.ts';

/** Units per trigram. */
const trigramLength = 3;

/** Behind a prompt, so that a trigram begins with each of its units. */
const unitsBehind = trigramLength - 1;

/** Terms of a kind asked for at most; what a longer search adds is left to the look at each hit. */
const jointsAsked = 8;
const trigramsAsked = 12;
const trigramsAskedBesideJoints = 4;

const gap = 0x20;

/** Units written for one of a prompt at most: a trigram and a joint, each with a gap. */
const mostWritten = 7;

const unitsToText = new TextDecoder(endianness() === 'LE' ? 'utf-16le' : 'utf-16be', {
  ignoreBOM: true,
});

/** What the index has of every prompt that contains a text. */
export interface SearchedTerms {
  /** Seldom common. */
  readonly joints: readonly string[];
  readonly trigrams: readonly string[];
}

/** A prompt as it is indexed: a trigram from each of its units on, and its joints, with gaps in between. */
export function promptTerms(prompt: string): string {
  const units = endedTextUnits(prompt, unitsBehind);
  const written = new Uint16Array(units.length * mostWritten);
  let end = 0;
  for (let at = 0; at + trigramLength <= units.length; at += 1) {
    written[end] = units[at] ?? 0;
    written[end + 1] = units[at + 1] ?? 0;
    written[end + 2] = units[at + 2] ?? 0;
    written[end + 3] = gap;
    end += 4;
  }
  eachJoint(units.subarray(0, units.length - unitsBehind), (first, second) => {
    written[end] = first;
    written[end + 1] = second;
    written[end + 2] = gap;
    end += 3;
  });
  return unitsToText.decode(written.subarray(0, end));
}

/** Terms every prompt containing the searched text must have; none when it is too short to have any. */
export function searchedTerms(search: string): SearchedTerms {
  const units = textUnits(search);
  const joints = new Set<string>();
  eachJoint(units, (first, second) => void joints.add(String.fromCharCode(first, second)));
  const most = joints.size === 0 ? trigramsAsked : trigramsAskedBesideJoints;
  return {
    joints: spread([...joints], jointsAsked),
    trigrams: spread(trigramStarts(units.length), most).map((at) =>
      unitsToText.decode(units.subarray(at, at + trigramLength)),
    ),
  };
}

/**
 * What one trigram of every prompt containing the searched text must begin with, when the text is too short to have
 * trigrams; null when it is not, or is nothing.
 */
export function searchedBeginning(search: string): string | null {
  const units = textUnits(search);
  return units.length > 0 && units.length < trigramLength ? unitsToText.decode(units) : null;
}

/** Where trigrams that cover a text begin: one behind the other, and the last. */
function trigramStarts(length: number): readonly number[] {
  const last = length - trigramLength;
  const starts = new Set<number>();
  for (let at = 0; at <= last; at += trigramLength) starts.add(at);
  if (last >= 0) starts.add(last);
  return [...starts];
}

/** So many of the items, from the first to the last, evenly. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return items.filter((_, at) => Math.round(Math.round(at / step) * step) === at);
}
