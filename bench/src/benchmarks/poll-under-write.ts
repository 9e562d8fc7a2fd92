import { asRate, loadVariant } from '../harness/load-driver.ts';
import { type Rounds, runRounds, type Variant } from '../harness/run-rounds.ts';
import { startLoad } from '../harness/start-server.ts';
import { compare, mapRounds, type Row } from '../report/row.ts';
import { readTaskBook } from '../world/prompt-maker.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startGateway } from './gateway.ts';

const names = { ours: 'gateway', other: 'in quiet' };
const pollers = 8;
const creators = 64;

/** Effect of creations on a caller that polls: each commit blocks the event loop for a while. */
export const pollUnderWrite: Benchmark = {
  name: 'poll-under-write',
  summary: 'p99 of polls while 64 connections create, beside the same polls in quiet',
  run: async (context) => {
    const measured = await runRounds({
      ...context,
      repeats: 0,
      variants: await startVariants(context),
    });
    return [rowOf(measured)];
  },
};

async function startVariants(context: BenchContext): Promise<readonly Variant[]> {
  const [polling, creating] = [await startLoad(context), await startLoad(context)];
  const directory = context.folder('poll-under-write');
  const seed = { tasks: 10_000, open: 2_000 };
  const ours = await startGateway(context, { directory, store: 'sqlite', seed });
  const { port, key, tasksFile } = ours.greeting;
  const { ids, open } = readTaskBook(tasksFile);
  const pids = [ours.pid];
  const requests = { kind: 'poll', tasksFile, from: ids.length - open, to: ids.length } as const;
  const quiet = loadVariant({
    name: names.other,
    driver: polling,
    order: { port, connections: pollers, pids, requests },
    seconds: context.sliceSeconds,
    toSlice: asRate,
  });
  const creations = { kind: 'create', key } as const;
  const order = { port, connections: creators, pids, requests: creations };
  const loud: Variant = {
    name: names.ours,
    async measure(kind) {
      const seconds = context.sliceSeconds * (kind === 'warm-up' ? 3 : 1);
      const [slice] = await Promise.all([
        quiet.measure(kind),
        creating.drive({ ...order, seconds }),
      ]);
      return slice;
    },
  };
  return [quiet, loud];
}

function rowOf(measured: Rounds): Row {
  const latencies = mapRounds(measured, ({ notes, ...slice }) => ({
    ...slice,
    value: notes?.['p99 ms'] ?? Number.NaN,
    processorUs: null,
  }));
  return compare(
    {
      benchmark: 'poll-under-write',
      workload: `p99, ${pollers} connections poll, ${creators} create`,
      unit: 'ms',
      ...names,
      goal: { atMost: 3 },
      better: 'less',
      checkedBy: 'ratio',
    },
    latencies,
  );
}
