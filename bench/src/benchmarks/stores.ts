import type { SeedPlan } from '../servers/messages.ts';
import type { BenchContext } from './benchmark.ts';

/** A folder with a seeded store, shared by the benchmarks that only read. */
export interface SeededStore {
  readonly directory: string;
  readonly seed: SeedPlan;
}

/** A million tasks, 20 000 of them open; a tenth of both in a quick run. */
export function largeStore(context: BenchContext): SeededStore {
  const seed = context.quick ? { tasks: 100_000, open: 2_000 } : { tasks: 1_000_000, open: 20_000 };
  return seededStore(context, seed);
}

/** Ten thousand tasks of the same mixture. */
export function smallStore(context: BenchContext): SeededStore {
  return seededStore(context, { tasks: 10_000, open: 200 });
}

function seededStore(context: BenchContext, seed: SeedPlan): SeededStore {
  context.progress(`a store of ${seed.tasks} tasks (the first time takes a while)`);
  return { directory: context.keptFolder(`tasks-${seed.tasks}`), seed };
}
