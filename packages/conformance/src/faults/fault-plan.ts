import type { Clock } from '@filmgate/core';
import { createSeededRandom } from '../random/seeded.ts';

/** One call of a decorated port. */
export interface PortCall {
  /** Name given to the decorated port: `jobs`, `reader`… */
  readonly port: string;
  readonly method: string;
  /** Number of earlier calls of this method of this port. */
  readonly earlier: number;
}

/** `before`: the call never happens, whatever `applied` claims. `after`: the call is done, but its reply is lost. */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'before'; readonly applied: 'no' | 'unknown' }
  | { readonly kind: 'after' };

/** Decides the fault of each call, and may delay it. */
export interface FaultPlan {
  decide(call: PortCall): Fault;
  /** Waits before the call is made; a plan with a manual clock sleeps on that. Absent = no delay. */
  delay?(call: PortCall): Promise<void>;
}

/** Faults of the first, second… call of a method; later calls succeed. */
export type FaultScript = {
  readonly [portAndMethod: string]: readonly ('none' | 'before' | 'after')[];
};

/** Scripted faults, for a test of one moment: `{ 'jobs.commit': ['none', 'after'] }`. */
export function scriptedFaults(script: FaultScript): FaultPlan {
  return {
    decide: ({ port, method, earlier }): Fault => {
      const kind = script[`${port}.${method}`]?.[earlier] ?? 'none';
      return kind === 'before' ? { kind, applied: 'no' } : { kind };
    },
  };
}

export interface SeededFaultsOptions {
  readonly seed: number;
  /** Share of calls that are never made, 0..1. */
  readonly beforeShare: number;
  /** Share of calls whose reply is lost, 0..1. */
  readonly afterShare: number;
  /** Selects the calls that may fail; default all. */
  readonly only?: (call: PortCall) => boolean;
  /** Delays calls by 0 to `maximumMs` on the clock. */
  readonly delays?: { readonly clock: Clock; readonly maximumMs: number };
}

/** Faults that are equal at each run with the same seed and the same order of calls. */
export function seededFaults(options: SeededFaultsOptions): FaultPlan {
  const { beforeShare, afterShare, only = () => true, delays } = options;
  const faults = createSeededRandom(options.seed);
  const pauses = createSeededRandom(options.seed + 1);
  const plan: FaultPlan = {
    decide: (call) => {
      const draw = faults();
      if (!only(call)) return { kind: 'none' };
      // A store often does not know if a lost call was made, so half of those that were not made report that.
      if (draw < beforeShare)
        return { kind: 'before', applied: draw < beforeShare / 2 ? 'no' : 'unknown' };
      return draw < beforeShare + afterShare ? { kind: 'after' } : { kind: 'none' };
    },
  };
  if (delays === undefined) return plan;
  return {
    ...plan,
    delay: () => delays.clock.sleep(Math.floor(pauses() * (delays.maximumMs + 1))),
  };
}
