import type { Fault, FaultPlan } from './fault-plan.ts';

/** What befalls the first, second… call of a method; later calls go through. */
export type FaultScript = {
  readonly [portAndMethod: string]: readonly ('none' | 'before' | 'after')[];
};

/** Faults by hand, for a test of one moment: `{ 'jobs.commit': ['none', 'after'] }`. */
export function scriptedFaults(script: FaultScript): FaultPlan {
  return {
    decide: ({ port, method, earlier }): Fault => {
      const kind = script[`${port}.${method}`]?.[earlier] ?? 'none';
      return kind === 'before' ? { kind, applied: 'no' } : { kind };
    },
  };
}
