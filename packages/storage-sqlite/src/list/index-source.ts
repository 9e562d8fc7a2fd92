import type { IndexTerms } from '../search/index-question.ts';
import { IndexWalk } from '../search/index-walk.ts';
import type { StoreState } from '../store/store-state.ts';
import type { JobMatcher } from './job-matcher.ts';
import type { JobSource, Look } from './job-source.ts';
import { ListedJudge } from './listed-judge.ts';
import { beyond, type PositionSpan } from './position-span.ts';

/** Candidates looked at in one turn. */
const candidatesPerLook = 128;

export interface IndexSourceOptions {
  readonly state: StoreState;
  readonly terms: IndexTerms;
  readonly matches: JobMatcher;
  readonly span: PositionSpan;
  readonly ascending: boolean;
  /** Matches wanted at a time. */
  readonly wanted: number;
}

/** What has been read of the index. */
interface Reading {
  readonly walk: IndexWalk;
  /** Of the index when the reading began; see `SearchIndex.revision`. */
  readonly revision: number;
  /** Read and not passed yet, in order. */
  candidates: readonly number[];
  /** How far the walk has come; undefined = it has not begun, null = to the end. */
  reached: number | null | undefined;
}

/** Finished jobs the search index names, each looked at again. One step along the index per turn. */
export class IndexSource implements JobSource {
  readonly #options: IndexSourceOptions;
  readonly #judge: ListedJudge;
  #reading: Reading | undefined;

  constructor(options: IndexSourceOptions) {
    this.#options = options;
    this.#judge = new ListedJudge(options.state, options.matches);
  }

  look(from: number): Look {
    const { candidates, reached = null } = this.#readOn(from);
    const page = candidates.slice(0, candidatesPerLook);
    const { found, last } = this.#judge.judge(page, this.#options.wanted);
    const isAll = last === candidates.at(-1);
    return { found, reached: isAll ? reached : (last ?? null) };
  }

  #readOn(from: number): Reading {
    const { span, ascending } = this.#options;
    const rest = beyond(span, from, ascending);
    const reading = this.#readingFor(rest);
    reading.candidates = reading.candidates.filter(
      (position) => position >= rest.first && position < rest.end,
    );
    if (reading.candidates.length === 0 && reading.reached !== null) {
      const { positions, reached } = reading.walk.next();
      reading.candidates = positions;
      reading.reached = reached;
    }
    this.#reading = reading;
    return reading;
  }

  /** Begins anew when jobs came in meanwhile: they may lie in what was read already. */
  #readingFor(rest: PositionSpan): Reading {
    const { state, terms, ascending } = this.#options;
    const { search: index } = state;
    if (this.#reading?.revision === index.revision) return this.#reading;
    const walk = new IndexWalk({ index, terms, span: rest, ascending });
    return { walk, revision: index.revision, candidates: [], reached: undefined };
  }
}
