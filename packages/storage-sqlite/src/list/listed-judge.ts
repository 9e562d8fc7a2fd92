import type { PlacedJob } from '../finished/job-cache.ts';
import type { StoreState } from '../store/store-state.ts';
import type { JobMatcher } from './job-matcher.ts';
import { matchFinished } from './match-finished.ts';

/** What came of judging positions in their order. */
export interface Judgement {
  readonly found: readonly PlacedJob[];
  /** The last one judged; undefined when there was none. */
  readonly last: number | undefined;
}

/**
 * Judges listed jobs for one list. The judgements of the last time are remembered: a source is asked for the same
 * positions again while another one is behind it, and jobs that have ended do not change.
 */
export class ListedJudge {
  readonly #state: StoreState;
  readonly #matcher: JobMatcher;
  #known = new Map<number, readonly PlacedJob[]>();

  constructor(state: StoreState, matcher: JobMatcher) {
    this.#state = state;
    this.#matcher = matcher;
  }

  /** Judges one after the other until so many match. */
  judge(positions: readonly number[], wanted: number): Judgement {
    const judged = new Map<number, readonly PlacedJob[]>();
    const found: PlacedJob[] = [];
    let last: number | undefined;
    for (const position of positions) {
      last = position;
      if (this.#isInMemory(position)) continue;
      const matches =
        this.#known.get(position) ?? matchFinished(this.#state, position, this.#matcher);
      judged.set(position, matches);
      found.push(...matches);
      if (found.length === wanted) break;
    }
    this.#known = judged;
    return { found, last };
  }

  /** Jobs that have not ended, and those that are not listed yet, are left to the memory's sources. */
  #isInMemory(position: number): boolean {
    const { openJobs, unlisted } = this.#state;
    return openJobs.at(position) !== undefined || unlisted.at(position) !== undefined;
  }
}
