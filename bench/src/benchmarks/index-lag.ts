import { startServer } from '../harness/start-server.ts';
import { compare, type Row } from '../report/row.ts';
import { indexLagReport } from '../servers/messages.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { largeStore, startGateway } from './gateway.ts';

const names = { ours: 'until all are indexed', other: 'jobs reported at first' };

/** Time after an upgrade during which searches read jobs one by one. */
export const indexLag: Benchmark = {
  name: 'index-lag',
  summary:
    'minutes until the search index has every job of a store of 1 000 000 that moved in without one',
  run: async (context) => {
    const { directory, seed } = largeStore(context);
    const seeding = await startGateway(context, { directory, store: 'sqlite', seed });
    await seeding.stop();
    return [await measure(context, { directory, jobs: seed.tasks - seed.open })];
  },
};

async function measure(
  context: BenchContext,
  { directory, jobs }: { readonly directory: string; readonly jobs: number },
): Promise<Row> {
  context.progress(`${jobs} jobs are indexed`);
  const server = await startServer(context, 'servers/index-lag-program.ts', {
    argument: { directory },
    greeting: indexLagReport,
  });
  const { minutes, reportedAtFirst } = server.greeting;
  if (reportedAtFirst === 0) throw new Error('jobs without an index were not reported');
  const slice = (value: number) => ({ value, processorUs: null, foreignShare: null });
  const round = new Map([
    [names.ours, slice(minutes)],
    [names.other, slice(reportedAtFirst)],
  ]);
  const comparison = { benchmark: 'index-lag', workload: `${jobs} jobs`, unit: 'min', ...names };
  return compare(
    { ...comparison, goal: { atMost: 10 }, better: 'less', checkedBy: 'value' },
    { rounds: [round], disturbed: 0 },
  );
}
