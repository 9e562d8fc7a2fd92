import type { Clock } from '@filmgate/core';
import { createSeededRandom } from '../random/seeded-random.ts';
import type { FaultPlan, PortCall } from './fault-plan.ts';

export interface SeededFaultsOptions {
  readonly seed: number;
  /** Share of calls that are never made, 0..1. */
  readonly beforeShare: number;
  /** Share of calls whose reply is lost, 0..1. */
  readonly afterShare: number;
  /** Which calls may fail; default all. */
  readonly only?: (call: PortCall) => boolean;
  /** Holds calls up by 0 to `maximumMs` on the clock. */
  readonly delays?: { readonly clock: Clock; readonly maximumMs: number };
}

/** Faults that are the same at each run with the same seed and the same order of calls. */
export function seededFaults(options: SeededFaultsOptions): FaultPlan {
  const { beforeShare, afterShare, only = () => true, delays } = options;
  const faults = createSeededRandom(options.seed);
  const pauses = createSeededRandom(options.seed + 1);
  const plan: FaultPlan = {
    decide: (call) => {
      const draw = faults();
      if (!only(call)) return { kind: 'none' };
      // A store often cannot tell whether a lost call was made, so half of those that were not made say so.
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
