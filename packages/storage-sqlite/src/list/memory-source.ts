import type { PlacedJob } from '../finished/job-cache.ts';
import type { PositionList } from '../memory/position-list.ts';
import type { JobSource } from './job-source.ts';
import { beyond, type PositionSpan } from './position-span.ts';

export interface MemorySourceOptions {
  /** Those of the moment. */
  readonly positions: () => PositionList;
  /** The job at a position if it matches, as a list of one or none; none when it is no longer of this kind. */
  readonly match: (position: number) => readonly PlacedJob[];
  /** Positions the list keeps to. */
  readonly span: PositionSpan;
  readonly ascending: boolean;
  /** Positions looked at in one turn: what takes a few ms. */
  readonly perLook: number;
  /** Matches wanted at a time. */
  readonly wanted: number;
}

/** Jobs whose positions are held in memory. */
export function memorySource(options: MemorySourceOptions): JobSource {
  const { positions, match, span, ascending, perLook, wanted } = options;
  return {
    look: (from) => {
      const { first, end } = beyond(span, from, ascending);
      const found: PlacedJob[] = [];
      if (first >= end) return { found, reached: null };
      let isOver = false;
      const reached = positions().walk({
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
