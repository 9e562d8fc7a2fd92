import { promptSpaces } from './prompt-spaces.ts';
import type { TextSpan } from './text-span.ts';

/** Words of fidelity in every inflection, their nouns included [tasks.aspect.fidelity]. */
const englishWords = [
  'lip[-\\u2010\\u2011\\u2013 ]?synch?(?:e?s|ed|ing|roni[sz](?:e[sd]?|ing|ation))?',
  'mouth(?:s|ed|ing)?',
  'precisions?',
  'accurac(?:y|ies)',
  'match(?:es|ed|ing)?',
  'restor(?:e[sd]?|ing|ations?)',
  'replica(?:s|te[sd]?|ting|tions?)?',
  're-?creat(?:e[sd]?|ing|ions?)',
  're-?produc(?:e[sd]?|ing|tions?)',
  'cop(?:y|ies|ied|ying)',
  'clon(?:e[sd]?|ing)',
  'scal(?:e[sd]?|ing)',
];
const chineseWords = ['对口型', '口型', '精度', '还原', '复刻', '复原', '同步', '比对'];
const englishConnectives = ['at', 'in', 'with', 'of', 'to', 'a', 'the'];
const chineseConnectives = ['的比例', '比例', '的', '为', '按', '以'];

/** Longer than any word above with what decides whether it is whole. */
const reach = 32;

interface Edges {
  /** Matches at the end of the text before a ratio. */
  readonly before: RegExp;
  /** Matches at the start of the text after it. */
  readonly after: RegExp;
}

function edges(english: readonly string[], chinese: readonly string[], ending: string): Edges {
  const word = `(?:${english.join('|')})${ending}`;
  const signs = chinese.join('|');
  return {
    before: new RegExp(`(?:(?<![a-z0-9])${word}|${signs})$`, 'i'),
    after: new RegExp(`^(?:${word}(?![a-z0-9])|${signs})`, 'i'),
  };
}

const words = edges(englishWords, chineseWords, "(?:['’]s)?");
const connectives = edges(englishConnectives, chineseConnectives, '');
const between = new RegExp(`[${promptSpaces}=:：∶]`);

function saysSoBefore(text: string, start: number, mayJoin: boolean): boolean {
  let at = start;
  while (between.test(text.charAt(at - 1))) at -= 1;
  const head = text.slice(Math.max(0, at - reach), at);
  if (words.before.test(head)) return true;
  const connective = mayJoin ? connectives.before.exec(head)?.[0] : undefined;
  return connective !== undefined && saysSoBefore(text, at - connective.length, false);
}

function saysSoAfter(text: string, end: number, mayJoin: boolean): boolean {
  let at = end;
  while (between.test(text.charAt(at))) at += 1;
  const tail = text.slice(at, at + reach);
  if (words.after.test(tail)) return true;
  const connective = mayJoin ? connectives.after.exec(tail)?.[0] : undefined;
  return connective !== undefined && saysSoAfter(text, at + connective.length, false);
}

/**
 * Returns true if a ratio states how faithful something is, not a shape: a word of fidelity directly before or after
 * it, with nothing between but spaces, `=`, a colon and one joining word [tasks.aspect.fidelity-joining].
 */
export function statesFidelity(text: string, { start, end }: TextSpan): boolean {
  return saysSoBefore(text, start, true) || saysSoAfter(text, end, true);
}
