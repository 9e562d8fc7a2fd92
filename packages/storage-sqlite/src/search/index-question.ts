import type { EraIndex } from './era-index.ts';
import { markWord, quoteTerm, type WordKind } from './index-words.ts';
import { searchedBeginning, searchedTerms } from './text-terms.ts';

/** Trigrams that may stand for a short text; one with more of them is common, and looked for in the jobs themselves. */
const mostAlternatives = 64;

const finalStates: readonly string[] = ['completed', 'failed'];

/** What the index can tell apart; the jobs it names must be looked at again. */
export interface IndexQuestion {
  /** null = any, here and below. */
  readonly owner: string | null;
  readonly origin: string | null;
  readonly states: readonly string[] | null;
  readonly model: string | null;
  readonly accountId: string | null;
  readonly search: string | null;
}

/** A question as the eras of the index are asked it. */
export interface IndexTerms {
  /** Expressions that hold for every job asked for, those that may hold for few others first. */
  readonly each: readonly string[];
  /**
   * All of the question as an FTS5 expression (https://sqlite.org/fts5.html#full_text_query_syntax); undefined when an
   * era has nothing.
   */
  readonly together: (era: EraIndex) => string | undefined;
}

/** Puts a question to the eras of the index. */
export function indexTerms(question: IndexQuestion): IndexTerms {
  const { owner, origin, states, model, accountId, search } = question;
  const { joints, trigrams } = searchedTerms(search ?? '');
  const [jointTerms, trigramTerms] = [joints.map(quoteTerm), trigrams.map(quoteTerm)];
  const others = [
    ...trigramTerms,
    ...markTerms('account', accountId),
    ...markTerms('model', model),
    ...markTerms('owner', owner),
  ];
  const isAnyState = states === null || finalStates.every((state) => states.includes(state));
  const fixed = [
    ...jointTerms,
    ...others,
    ...markTerms('origin', origin),
    ...(isAnyState ? [] : [anyStateOf(states)]),
  ];
  const beginning = search === null ? null : searchedBeginning(search);
  const together = (era: EraIndex): string | undefined => {
    const alternatives =
      beginning === null ? [] : era.trigramsFrom(beginning, mostAlternatives + 1);
    if (beginning !== null && alternatives.length === 0) return undefined;
    const isCommon = alternatives.length === 0 || alternatives.length > mostAlternatives;
    const terms = isCommon ? fixed : [...fixed, anyOf(alternatives)];
    return terms.length === 0 ? anyStateOf(finalStates) : terms.join(' AND ');
  };
  // Joints are sparse enough to be intersected at once.
  const each = jointTerms.length === 0 ? others : [jointTerms.join(' AND '), ...others];
  return { each, together };
}

/** What of a question lies in one slice. The slice comes first: FTS5 goes by the first term, and leaps with the others. */
export function withinSlice(terms: string, slice: string): string {
  return `${quoteTerm(markWord('slice', slice))} AND ${terms}`;
}

function markTerms(kind: WordKind, value: string | null): readonly string[] {
  return value === null ? [] : [quoteTerm(markWord(kind, value))];
}

function anyStateOf(states: readonly string[]): string {
  return anyOf(states.map((state) => markWord('state', state)));
}

function anyOf(terms: readonly string[]): string {
  return `(${terms.map(quoteTerm).join(' OR ')})`;
}
