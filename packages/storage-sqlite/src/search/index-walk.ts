import type { PositionSpan } from '../list/position-span.ts';
import { positionsPerEra } from './era-index.ts';
import type { IndexTerms } from './index-question.ts';
import type { SearchIndex } from './search-index.ts';

/** What a step along the index gave: candidates, and how far it came. */
export interface IndexStep {
  /** In order. */
  readonly positions: readonly number[];
  /** Last position covered; null when there is nothing behind. */
  readonly reached: number | null;
}

export interface IndexWalkOptions {
  readonly index: SearchIndex;
  readonly terms: IndexTerms;
  /** Positions the walk keeps to. */
  readonly span: PositionSpan;
  readonly ascending: boolean;
}

/** To look at so many jobs takes less time than to intersect a posting list with others. */
const few = 32;

/** Eras asked for one term alone in one step: well below 1 ms each. */
const erasPerStep = 16;

/** Positions read of an intersection at first: enough for most pages. */
const firstFew = 64;

/** Positions read at a time from there on: a few ms. */
const fewMore = 1024;

/** Goes through the eras of the index once, in one direction. */
export class IndexWalk {
  readonly #options: IndexWalkOptions;
  readonly #eras: readonly number[];
  #at = 0;
  #span: PositionSpan;
  /** The term that few jobs of the last era had is likely to be rare in the next one too. */
  #each: readonly string[];
  /** All of the question, to an era whose terms are being intersected. */
  #together: string | undefined;
  /** Positions read of it next. */
  #limit = firstFew;

  constructor(options: IndexWalkOptions) {
    const { index, span, ascending, terms } = options;
    const eras = index.eras.filter(
      (era) => era * positionsPerEra < span.end && (era + 1) * positionsPerEra > span.first,
    );
    this.#options = options;
    this.#eras = ascending ? eras : eras.toReversed();
    this.#span = span;
    this.#each = terms.each;
  }

  next(): IndexStep {
    const positions: number[] = [];
    for (let eras = 0; eras < erasPerStep && positions.length < few; eras += 1) {
      const number = this.#eras[this.#at];
      if (number === undefined) return { positions, reached: null };
      const rare = this.#together === undefined ? this.#begin(number) : undefined;
      if (rare === undefined) {
        const { positions: more, reached } = this.#intersect(number);
        return { positions: [...positions, ...more], reached };
      }
      positions.push(...rare);
      this.#at += 1;
    }
    return { positions, reached: this.#endOfLast() };
  }

  /** All candidates of an era, in order, when they are few; undefined when its terms must be intersected. */
  #begin(number: number): readonly number[] | undefined {
    const { index, terms, ascending } = this.#options;
    const era = index.era(number);
    if (era === undefined) return [];
    for (const term of this.#each) {
      const positions = era.find(term, {
        ...this.#within(number),
        ascending: true,
        limit: few + 1,
      });
      if (positions.length > few) continue;
      this.#each = [term, ...this.#each.filter((one) => one !== term)];
      return ascending ? positions : positions.toReversed();
    }
    this.#together = terms.together(era);
    this.#limit = firstFew;
    return this.#together === undefined ? [] : undefined;
  }

  /** Goes on with an era in which every term is common. */
  #intersect(number: number): IndexStep {
    const { index, ascending } = this.#options;
    const page = { ...this.#within(number), ascending, limit: this.#limit };
    const positions = index.era(number)?.find(this.#together ?? '', page) ?? [];
    const last = positions.at(-1);
    if (positions.length === page.limit && last !== undefined) {
      this.#limit = fewMore;
      this.#goOnBehind(last);
      return { positions, reached: last };
    }
    this.#together = undefined;
    this.#at += 1;
    return { positions, reached: this.#endOfLast() };
  }

  #within(era: number): PositionSpan {
    const { first, end } = this.#span;
    return {
      first: Math.max(first, era * positionsPerEra),
      end: Math.min(end, (era + 1) * positionsPerEra),
    };
  }

  #goOnBehind(position: number): void {
    const { first, end } = this.#span;
    this.#span = this.#options.ascending ? { first: position + 1, end } : { first, end: position };
  }

  /** The last position of the era passed last, as the walk goes; null when it was the last era. */
  #endOfLast(): number | null {
    const era = this.#eras[this.#at - 1];
    if (era === undefined || this.#at >= this.#eras.length) return null;
    return this.#options.ascending ? (era + 1) * positionsPerEra - 1 : era * positionsPerEra;
  }
}
