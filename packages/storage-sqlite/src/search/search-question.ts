import { hash } from 'node:crypto';
import { type FinalJobState, foldText, type JobListQuery } from '@filmgate/core';

/** What the index is asked: the filters of a list, null = any. */
export interface IndexQuestion
  extends Pick<JobListQuery, 'owner' | 'surface' | 'models' | 'accountId' | 'search'> {
  readonly states: readonly FinalJobState[] | null;
}

/** A question as FTS5 takes it. */
export type IndexTerms =
  | { readonly kind: 'expression'; readonly expression: string }
  /** Texts too short to have a trigram: one of those that begin with the longest must be there, and everything of `filters`. */
  | { readonly kind: 'short'; readonly beginning: string; readonly filters: readonly string[] }
  /** The index has nothing to go by. */
  | { readonly kind: 'anything' };

/** What FTS5 makes a term of. */
const trigramLength = 3;

/** Code points of a text the index is asked for at each of its ends; the jobs themselves are asked for the rest. */
const askedPerEnd = 48;

/** What FTS5 or SQLite would stop at or not tell apart. */
const unwritable = ['\0', '\ufffe', '\uffff'] as const;

/** Stands for each of them, and ends a prompt so that its last characters begin trigrams too. */
const replacement = '\u{fffd}';

/** Unicode's private use area: a prompt that contains it costs a look at a wrong hit, nothing more. */
const privateFrom = 0xe000;
const privateCount = 6400;

/** Bytes of the digest that choose three code points. */
const digestBytes = 6;

/** The prompt as the index holds it. */
export function indexedPrompt(prompt: string): string {
  return searchable(prompt) + replacement.repeat(trigramLength - 1);
}

function searchable(text: string): string {
  return unwritable.reduce((left, one) => left.replaceAll(one, replacement), foldText(text));
}

/**
 * A value of a filter as one trigram that no prompt has, so that any mix of filters and words is one intersection. Two
 * values with one term (1 in 2.6e11) cost a look at a wrong hit.
 */
export function filterTerm(
  kind: 'owner' | 'origin' | 'state' | 'model' | 'account',
  value: string,
): string {
  const digest = hash('sha256', `${kind}:${value}`, 'buffer').readUIntBE(0, digestBytes);
  const unit = (at: number) =>
    privateFrom + (Math.floor(digest / privateCount ** at) % privateCount);
  return String.fromCharCode(unit(0), unit(1), unit(2));
}

export function indexTerms(question: IndexQuestion): IndexTerms {
  const filters = filterTerms(question);
  // Half of a character is in no text SQLite stores, and still in the prompt.
  const texts = (question.search ?? [])
    .filter((text) => text !== '' && text.isWellFormed())
    .map((text) => Array.from(searchable(text)))
    .toSorted((one, other) => other.length - one.length);
  const [longest] = texts;
  if (longest === undefined) return all(filters);
  // A short text beside a longer one is left to the comparison of the jobs.
  const asked = texts.filter((letters) => letters.length >= trigramLength);
  if (asked.length === 0) return { kind: 'short', beginning: longest.join(''), filters };
  return all([...asked.flatMap(phrasesOf), ...filters]);
}

function phrasesOf(letters: readonly string[]): readonly string[] {
  const ends =
    letters.length <= 2 * askedPerEnd
      ? [letters]
      : [letters.slice(0, askedPerEnd), letters.slice(-askedPerEnd)];
  return ends.map((end) => quote(end.join('')));
}

/** Jobs that have one of the trigrams, and everything of the filters. */
export function anyOf(trigrams: readonly string[], filters: readonly string[]): string {
  return [`(${trigrams.map(quote).join(' OR ')})`, ...filters].join(' AND ');
}

function all(terms: readonly string[]): IndexTerms {
  return terms.length === 0
    ? { kind: 'anything' }
    : { kind: 'expression', expression: terms.join(' AND ') };
}

function filterTerms({ owner, surface, states, models, accountId }: IndexQuestion) {
  const term = (kind: Parameters<typeof filterTerm>[0], value: string | null) =>
    value === null ? [] : [quote(filterTerm(kind, value))];
  const anyTerm = (kind: Parameters<typeof filterTerm>[0], values: readonly string[] | null) =>
    values === null || values.length === 0
      ? []
      : [`(${values.map((value) => quote(filterTerm(kind, value))).join(' OR ')})`];
  return [
    ...term('owner', owner),
    ...term('origin', surface),
    ...anyTerm('model', models),
    ...term('account', accountId),
    ...anyTerm('state', states),
  ];
}

/** A text as FTS5 reads it, whatever characters it has (https://sqlite.org/fts5.html#fts5_strings). */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
