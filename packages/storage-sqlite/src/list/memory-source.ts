import type { Job } from '@filmgate/core';
import type { PlacedJob } from '../finished/job-cache.ts';
import type { PositionList } from '../memory/position-list.ts';
import type { JobMatcher } from './job-matcher.ts';
import type { JobSource } from './job-source.ts';

/** Positions looked at in one turn. */
const positionsPerLook = 1000;

export interface MemorySourceOptions {
  readonly positions: PositionList;
  /** The job at a position, or undefined when it is no longer of this kind. */
  readonly jobAt: (position: number) => Job | undefined;
  readonly matches: JobMatcher;
  readonly ascending: boolean;
  /** Matches wanted at a time. */
  readonly wanted: number;
}

/** Jobs whose positions are held in memory. */
export function memorySource(options: MemorySourceOptions): JobSource {
  const { positions, jobAt, matches, ascending, wanted } = options;
  return {
    look: (from) => {
      const found: PlacedJob[] = [];
      const reached = positions.walk({
        from,
        ascending,
        most: positionsPerLook,
        visit: (position) => {
          const job = jobAt(position);
          if (job !== undefined && matches(job)) found.push({ position, job });
          return found.length < wanted ? 'go-on' : 'stop';
        },
      });
      return { found, reached: reached ?? null };
    },
  };
}
