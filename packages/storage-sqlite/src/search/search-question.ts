import { hash } from 'node:crypto';
import { type FinalJobState, foldText, type JobListQuery } from '@filmgate/core';

/** A query of the index: the filters of a list, null = any. */
export interface IndexQuestion
  extends Pick<JobListQuery, 'owner' | 'surface' | 'models' | 'accountId' | 'search'> {
  readonly states: readonly FinalJobState[] | null;
}

/** A query in the form that FTS5 accepts. */
export type IndexTerms =
  | { readonly kind: 'expression'; readonly expression: string }
  /**
   * Texts too short to have a trigram: one of the trigrams that begin with the longest text must match, and everything
   * of `filters`.
   */
  | { readonly kind: 'short'; readonly beginning: string; readonly filters: readonly string[] }
  /** The index has nothing to search by. */
  | { readonly kind: 'anything' };

/** Code points per FTS5 term. */
const trigramLength = 3;

/** Code points searched for at each end of a text; the rest is compared with the jobs themselves. */
const askedPerEnd = 48;

/** Characters at which FTS5 or SQLite would stop, or which they do not distinguish. */
const unwritable = ['\0', '\ufffe', '\uffff'] as const;

/** Replaces each of them, and ends a prompt so that its last characters begin trigrams too. */
const replacement = '\u{fffd}';

/** Unicode's private use area: a prompt that contains it costs reading a wrong hit, nothing more. */
const privateFrom = 0xe000;
const privateCount = 6400;

/** Bytes of the digest that select three code points. */
const digestBytes = 6;

/** The prompt as stored in the index. */
export function indexedPrompt(prompt: string): string {
  return searchable(prompt) + replacement.repeat(trigramLength - 1);
}

function searchable(text: string): string {
  return unwritable.reduce((left, one) => left.replaceAll(one, replacement), foldText(text));
}

/** A filter value as a trigram that no prompt has. Two values with one term (1 in 2.6e11) cost reading a wrong hit. */
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
  // Half of a character is in no text that SQLite stores, but still in the prompt.
  const texts = (question.search ?? [])
    .filter((text) => text !== '' && text.isWellFormed())
    .map((text) => Array.from(searchable(text)))
    .toSorted((one, other) => other.length - one.length);
  const [longest] = texts;
  if (longest === undefined) return all(filters);
  // A short text beside a longer one is left to the comparison with the jobs.
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

/** Matches jobs that have one of the trigrams, and everything of the filters. */
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

/** Quotes a text for FTS5, whatever characters it has (https://sqlite.org/fts5.html#fts5_strings). */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
