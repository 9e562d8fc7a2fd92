import type { PositionedJob } from '../finished/job-cache.ts';
import {
  beyond,
  common,
  type PositionList,
  type PositionPage,
  type PositionSpan,
} from '../memory/position-list.ts';
import { anyOf, type IndexTerms } from '../search/search-question.ts';
import type { StoreState } from '../store/store-state.ts';
import type { JobMatcher } from './job-matcher.ts';

/** Result of reading a source: its matches from the starting position to the position reached. */
export interface Look {
  /** In the order of the list. */
  readonly found: readonly PositionedJob[];
  /** Last position checked; null when nothing follows. */
  readonly reached: number | null;
}

/** A source of jobs. Each job is in exactly one: reading all sources in one turn of the event loop misses none. */
export interface JobSource {
  /** Continues from a position, exclusive; checks no more than takes a few ms. */
  look(from: number): Look;
}

/** Parameters shared by the sources of one list. */
export interface Listing {
  readonly state: StoreState;
  readonly matches: JobMatcher;
  /** Positions the list is limited to. */
  readonly span: PositionSpan;
  readonly ascending: boolean;
  /** Matches wanted at a time: a page, and one more to know whether another follows. */
  readonly wanted: number;
}

/** Jobs whose positions are held in memory. */
export function memorySource(
  { span, ascending, wanted }: Listing,
  options: {
    readonly positions: PositionList;
    /** The job at a position if it matches, as a list of one or none; none when it is no longer of this kind. */
    readonly match: (position: number) => readonly PositionedJob[];
    /** Positions checked in one turn. */
    readonly perLook: number;
  },
): JobSource {
  const { positions, match, perLook } = options;
  return {
    look: (from) => {
      const { first, end } = beyond(span, from, ascending);
      const found: PositionedJob[] = [];
      if (first >= end) return { found, reached: null };
      let isOver = false;
      const reached = positions.walk({
        from: ascending ? first - 1 : end,
        ascending,
        most: perLook,
        visit: (position) => {
          isOver = position < first || position >= end;
          if (!isOver) found.push(...match(position));
          return isOver || found.length >= wanted ? 'stop' : 'go-on';
        },
      });
      return { found, reached: isOver ? null : (reached ?? null) };
    },
  };
}

/** Finished jobs, scanned one after the other as `read` returns their positions. */
export function scanSource(
  listing: Listing,
  { perLook, read }: ScanOptions,
  within: PositionSpan = listing.span,
): JobSource {
  const { ascending, wanted } = listing;
  const check = new ListedCheck(listing);
  return {
    look: (from) => {
      const positions = read({ ...beyond(within, from, ascending), ascending, limit: perLook });
      const { found, last } = check.check(positions, wanted);
      const isEnd = positions.length < perLook && last === positions.at(-1);
      return { found, reached: isEnd ? null : (last ?? null) };
    },
  };
}

export interface ScanOptions {
  /** Reads positions of finished jobs, in order. */
  readonly read: (page: PositionPage) => readonly number[];
  /** Maximum number of jobs checked in one turn. */
  readonly perLook: number;
}

/** Candidates of the index checked in one turn. */
const candidatesPerLook = 128;

/** Terms the index can search by. */
export type AskedTerms = Exclude<IndexTerms, { readonly kind: 'anything' }>;

/** Last reading of the index. */
interface Reading {
  /** Revision of the index when it was read; see `SearchIndex.revision`. */
  readonly revision: number;
  /** In the order of the list. */
  readonly positions: readonly number[];
  /** Last position read; null = read to the end. */
  readonly reached: number | null;
}

/**
 * Finished jobs the search index names, each compared with the search text. The index is queried for all remaining
 * positions at once: it walks to the first match, wherever that is, before it applies any bound, so that each smaller
 * query would cost the same.
 */
export class IndexSource implements JobSource {
  readonly #listing: Listing;
  readonly #terms: AskedTerms;
  readonly #check: ListedCheck;
  #last: Reading | undefined;
  #asked: { readonly revision: number; readonly expression: string | null } | undefined;

  constructor(listing: Listing, terms: AskedTerms) {
    this.#listing = listing;
    this.#terms = terms;
    this.#check = new ListedCheck(listing);
  }

  look(from: number): Look {
    const { positions, reached } = this.#readOn(from);
    const { found, last } = this.#check.check(positions, this.#listing.wanted);
    return { found, reached: last === positions.at(-1) ? reached : (last ?? null) };
  }

  /** Reads again when jobs were added meanwhile: they may belong to the part already read. */
  #readOn(from: number): Pick<Reading, 'positions' | 'reached'> {
    const { state, ascending } = this.#listing;
    const isBehind = (position: number) => (ascending ? position > from : position < from);
    if (this.#last?.revision === state.search.revision) {
      const positions = this.#last.positions.filter(isBehind);
      const { reached } = this.#last;
      if (positions.length > 0 || reached === null || isBehind(reached))
        return { positions, reached };
    }
    this.#last = this.#read(from);
    return this.#last;
  }

  #read(from: number): Reading {
    const { state, span, ascending } = this.#listing;
    const { search } = state;
    const { revision } = search;
    const expression = this.#expression(revision);
    const rest = common(beyond(span, from, ascending), search.span());
    if (expression === null || rest.first >= rest.end)
      return { revision, positions: [], reached: null };
    const positions = search.find(expression, { ...rest, ascending, limit: candidatesPerLook });
    const isEnd = positions.length < candidatesPerLook;
    return { revision, positions, reached: isEnd ? null : (positions.at(-1) ?? null) };
  }

  /** Returns null where no job can match. Listed jobs may add trigrams that begin with a short text. */
  #expression(revision: number): string | null {
    if (this.#terms.kind === 'expression') return this.#terms.expression;
    if (this.#asked?.revision !== revision) {
      const { beginning, filters } = this.#terms;
      const trigrams = this.#listing.state.search.trigramsFrom(beginning, Infinity);
      const expression = trigrams.length === 0 ? null : anyOf(trigrams, filters);
      this.#asked = { revision, expression };
    }
    return this.#asked.expression;
  }
}

/** Result of checking positions in their order. */
interface CheckedJobs {
  readonly found: readonly PositionedJob[];
  /** Last position checked; undefined when there was none. */
  readonly last: number | undefined;
}

/** Checks listed jobs for one list, and remembers results: a source ahead of others is asked for positions again. */
export class ListedCheck {
  readonly #listing: Pick<Listing, 'state' | 'matches'>;
  #known = new Map<number, readonly PositionedJob[]>();

  constructor(listing: Pick<Listing, 'state' | 'matches'>) {
    this.#listing = listing;
  }

  /** Checks positions one after the other until the wanted number match. */
  check(positions: readonly number[], wanted: number): CheckedJobs {
    const checked = new Map<number, readonly PositionedJob[]>();
    const found: PositionedJob[] = [];
    let last: number | undefined;
    for (const position of positions) {
      last = position;
      if (this.#isInMemory(position)) continue;
      const matches = this.#known.get(position) ?? matchFinished(this.#listing, position);
      checked.set(position, matches);
      found.push(...matches);
      if (found.length === wanted) break;
    }
    this.#known = checked;
    return { found, last };
  }

  /** Jobs that have not ended, and those that are not listed yet, are left to the sources in memory. */
  #isInMemory(position: number): boolean {
    const { openJobs, unlisted } = this.#listing.state;
    return openJobs.at(position) !== undefined || unlisted.at(position) !== undefined;
  }
}

/** The finished job at a position if it matches, as a list of one or none. */
export function matchFinished(
  { state: { stored }, matches: { matches, matchesPrompt } }: Pick<Listing, 'state' | 'matches'>,
  position: number,
): readonly PositionedJob[] {
  if (!matchesPrompt(() => stored.prompt(position))) return [];
  const job = stored.readHeader(position);
  return job !== undefined && matches(job) ? [stored.remember({ position, job })] : [];
}
