import type { PositionSpan } from '../list/position-span.ts';
import { type EraIndex, positionsPerEra } from './era-index.ts';
import { type IndexTerms, withinSlice } from './index-question.ts';
import { slicesOf, sliceWord } from './index-slices.ts';
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

/** To look at so many jobs takes less time than to intersect the posting lists of an era. */
const few = 64;

/** Eras asked in one step for what few jobs have: well below 1 ms each, but for a few ms where they have it nearly. */
const erasPerStep = 8;

/** A term is sparse when no more than one position in so many has it. */
const sparseFrom = 10;

/** Sparse terms intersected at most: enough to leave few jobs, unless many have all of the question. */
const sparseTerms = 4;

/** Positions read of an intersection at first: enough for most pages. */
const firstFew = 64;

/** Positions read at a time from there on: a few ms. */
const fewMore = 1024;

/** An era whose terms are being intersected, slice by slice. */
interface Intersection {
  readonly era: EraIndex;
  readonly terms: string;
  /** What is left of it, in the order of the walk. */
  slices: readonly PositionSpan[];
  /** Positions read next. */
  limit: number;
}

/** A term more than a few jobs of an era have. */
interface CommonTerm {
  readonly term: string;
  /** How many positions the first few of them take up: the more, the fewer jobs have it. */
  readonly spread: number;
}

/** Goes through the eras of the index once, in one direction. */
export class IndexWalk {
  readonly #options: IndexWalkOptions;
  readonly #eras: readonly number[];
  #at = 0;
  /** What few jobs of the last era had, for it is likely to be rare in the next one too. */
  #rare: string | undefined;
  #intersection: Intersection | undefined;

  constructor(options: IndexWalkOptions) {
    const { index, span, ascending } = options;
    const eras = index.eras.filter(
      (era) => era * positionsPerEra < span.end && (era + 1) * positionsPerEra > span.first,
    );
    this.#options = options;
    this.#eras = ascending ? eras : eras.toReversed();
  }

  next(): IndexStep {
    const positions: number[] = [];
    for (let eras = 0; eras < erasPerStep && positions.length < few; eras += 1) {
      const number = this.#eras[this.#at];
      if (number === undefined) return { positions, reached: null };
      const rare = this.#intersection === undefined ? this.#begin(number) : [];
      if (this.#intersection !== undefined) {
        const { positions: more, reached } = this.#intersect(this.#intersection);
        return { positions: [...positions, ...more], reached };
      }
      positions.push(...rare);
      this.#at += 1;
    }
    return { positions, reached: this.#endOfLast() };
  }

  /** All candidates of an era, in order, when they are few; otherwise begins to intersect its terms. */
  #begin(number: number): readonly number[] {
    const { index, terms, ascending } = this.#options;
    const era = index.era(number);
    if (era === undefined) return [];
    const within = this.#within(number);
    const rare = this.#findRare(era, within);
    if (rare !== undefined) return ascending ? rare : rare.toReversed();
    const together = terms.together(era);
    if (together !== undefined) {
      const slices = slicesOf(within, ascending);
      this.#intersection = { era, terms: together, slices, limit: firstFew };
    }
    return [];
  }

  /** Candidates by what few jobs of an era have, ascending; undefined when many have whatever is asked for. */
  #findRare(era: EraIndex, within: PositionSpan): readonly number[] | undefined {
    const find = (terms: string) => era.find(terms, { ...within, ascending: true, limit: few + 1 });
    const keep = (terms: string, positions: readonly number[]) => {
      if (positions.length > few) return undefined;
      this.#rare = terms;
      return positions;
    };
    const again = this.#rare === undefined ? undefined : keep(this.#rare, find(this.#rare));
    if (again !== undefined) return again;
    const common: CommonTerm[] = [];
    for (const term of this.#options.terms.each) {
      const positions = find(term);
      const rare = keep(term, positions);
      if (rare !== undefined) return rare;
      common.push({ term, spread: (positions.at(-1) ?? 0) - within.first });
    }
    const sparse = sparsest(common);
    return sparse === undefined ? undefined : keep(sparse, find(sparse));
  }

  /** Goes on with an era in which every term is common: one slice per step, so that no step takes long. */
  #intersect(intersection: Intersection): IndexStep {
    const { ascending } = this.#options;
    const { era, terms, limit } = intersection;
    const [slice, ...slices] = intersection.slices;
    if (slice === undefined) return this.#leave([]);
    const within = withinSlice(terms, sliceWord(slice.first));
    const positions = era.find(within, { ...slice, ascending, limit });
    const last = positions.at(-1);
    if (positions.length === limit && last !== undefined) {
      const rest = ascending ? { ...slice, first: last + 1 } : { ...slice, end: last };
      intersection.slices = rest.first < rest.end ? [rest, ...slices] : slices;
      intersection.limit = fewMore;
      return intersection.slices.length === 0
        ? this.#leave(positions)
        : { positions, reached: last };
    }
    intersection.slices = slices;
    if (slices.length === 0) return this.#leave(positions);
    return { positions, reached: ascending ? slice.end - 1 : slice.first };
  }

  /** Passes on to the next era. */
  #leave(positions: readonly number[]): IndexStep {
    this.#intersection = undefined;
    this.#at += 1;
    return { positions, reached: this.#endOfLast() };
  }

  #within(era: number): PositionSpan {
    const { first, end } = this.#options.span;
    return {
      first: Math.max(first, era * positionsPerEra),
      end: Math.min(end, (era + 1) * positionsPerEra),
    };
  }

  /** The last position of the era passed last, as the walk goes; null when it was the last era. */
  #endOfLast(): number | null {
    const era = this.#eras[this.#at - 1];
    if (era === undefined || this.#at >= this.#eras.length) return null;
    return this.#options.ascending ? (era + 1) * positionsPerEra - 1 : era * positionsPerEra;
  }
}

/** The sparsest terms together; undefined when there are not two of them. */
function sparsest(common: readonly CommonTerm[]): string | undefined {
  const terms = common
    .filter(({ spread }) => spread > few * sparseFrom)
    .toSorted((one, other) => other.spread - one.spread)
    .slice(0, sparseTerms)
    .map(({ term }) => term);
  return terms.length < 2 ? undefined : terms.join(' AND ');
}
