import { asRate, loadVariant } from '../harness/load-driver.ts';
import { runRounds } from '../harness/run-rounds.ts';
import { startLoad } from '../harness/start-server.ts';
import { compare, type Row } from '../report/row.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startGateway } from './gateway.ts';

/** Creations on the embedded store beside the same route with storage off. */
export const createDurable: Benchmark = {
  name: 'create-durable',
  summary:
    'POST with random Idempotency-Keys, synchronous=FULL, beside the same route with storage off',
  run: async (context) => {
    const rows: Row[] = [];
    for (const connections of [64, 256]) rows.push(await measure(context, connections));
    return rows;
  },
};

const goal = { atLeast: 0.5 };

async function measure(context: BenchContext, connections: number): Promise<Row> {
  const driver = await startLoad(context);
  const start = async (store: 'sqlite' | 'none') => {
    const directory = context.folder(`create-${connections}-${store}`);
    const server = await startGateway(context, { directory, store });
    const { port, key } = server.greeting;
    const order = {
      port,
      connections,
      pids: [server.pid],
      requests: { kind: 'create', key } as const,
    };
    const variant = loadVariant({
      name: store,
      driver,
      order,
      seconds: context.sliceSeconds,
      toSlice: asRate,
    });
    return { server, variant };
  };
  const started = [await start('none'), await start('sqlite')];
  const measured = await runRounds({ ...context, variants: started.map(({ variant }) => variant) });
  for (const { server } of started) await server.stop();
  return compare(
    {
      benchmark: 'create-durable',
      workload: `${connections} connections`,
      unit: '/s',
      ours: 'sqlite',
      other: 'none',
      goal,
      better: 'more',
      isCeiling: true,
    },
    measured,
  );
}
