import type { StoreState } from '../store/store-state.ts';
import type { JobMatcher } from './job-matcher.ts';
import type { JobSource } from './job-source.ts';
import { ListedJudge } from './listed-judge.ts';
import type { PositionPage } from './position-page.ts';
import { beyond, type PositionSpan } from './position-span.ts';

export interface StoredSourceOptions {
  readonly state: StoreState;
  /** Reads positions of finished jobs, in order. */
  readonly read: (page: PositionPage) => readonly number[];
  readonly matches: JobMatcher;
  readonly span: PositionSpan;
  readonly ascending: boolean;
  /** Jobs looked at in one turn at most. */
  readonly perLook: number;
  /** Matches wanted at a time. */
  readonly wanted: number;
}

/** Finished jobs one after the other. */
export function storedSource(options: StoredSourceOptions): JobSource {
  const { state, read, matches, span, ascending, perLook, wanted } = options;
  const judge = new ListedJudge(state, matches);
  return {
    look: (from) => {
      const positions = read({ ...beyond(span, from, ascending), ascending, limit: perLook });
      const { found, last } = judge.judge(positions, wanted);
      const isEnd = positions.length < perLook && last === positions.at(-1);
      return { found, reached: isEnd ? null : (last ?? null) };
    },
  };
}
