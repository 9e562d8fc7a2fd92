import type { PlacedJob } from '../finished/job-cache.ts';
import type { StoreState } from '../store/store-state.ts';
import type { PositionSpan } from './creation-blocks.ts';
import type { JobMatcher } from './job-matcher.ts';
import type { JobSource } from './job-source.ts';
import type { PositionPage } from './position-page.ts';

/** Reads a page of positions. */
export type ReadPositions = (page: PositionPage) => readonly number[];

export interface StoredSourceOptions {
  readonly state: StoreState;
  readonly read: ReadPositions;
  readonly matches: JobMatcher;
  readonly span: PositionSpan;
  readonly ascending: boolean;
  /** Positions read, and jobs looked at, in one turn. */
  readonly perLook: number;
}

/** Finished jobs that are in the lists; those still in memory are left to the memory's sources. */
export function storedSource(options: StoredSourceOptions): JobSource {
  const { state, read, matches, span, ascending, perLook } = options;
  return {
    look: (from) => {
      const rest = beyond(span, from, ascending);
      const positions = read({ ...rest, ascending, limit: perLook });
      const found = positions.flatMap((position) => match(state, position, matches));
      return { found, reached: positions.length < perLook ? null : (positions.at(-1) ?? null) };
    },
  };
}

function match(state: StoreState, position: number, matches: JobMatcher): readonly PlacedJob[] {
  const isInMemory =
    state.openJobs.at(position) !== undefined || state.unlisted.at(position) !== undefined;
  const job = isInMemory ? undefined : state.stored.glance(position);
  if (job === undefined || !matches(job)) return [];
  return [state.stored.remember({ position, job })];
}

function beyond(span: PositionSpan, from: number, ascending: boolean): PositionSpan {
  return ascending
    ? { first: Math.max(span.first, from + 1), end: span.end }
    : { first: span.first, end: Math.min(span.end, from) };
}
