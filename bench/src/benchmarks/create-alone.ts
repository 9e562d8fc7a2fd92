import { asLatency, loadVariant } from '../harness/load-driver.ts';
import { runRounds } from '../harness/run-rounds.ts';
import { startLoad } from '../harness/start-server.ts';
import { compare } from '../report/row.ts';
import type { Benchmark } from './benchmark.ts';
import { startGateway } from './gateway.ts';

const goal = { atMost: 1.1 };
const stores = ['raw', 'sqlite'] as const;

/** One client creating on its own beside the same route with one raw transaction per request. */
export const createAlone: Benchmark = {
  name: 'create-alone',
  summary:
    'median latency of POST on 1 connection, beside the same route with a raw transaction per request',
  run: async (context) => {
    const driver = await startLoad(context);
    const variants = [];
    for (const store of stores) {
      const server = await startGateway(context, {
        directory: context.folder(`alone-${store}`),
        store,
      });
      const { port, key } = server.greeting;
      const order = {
        port,
        connections: 1,
        pids: [server.pid],
        requests: { kind: 'create', key } as const,
      };
      variants.push(
        loadVariant({
          name: store,
          driver,
          order,
          seconds: context.sliceSeconds,
          toSlice: asLatency,
        }),
      );
    }
    const measured = await runRounds({ ...context, variants });
    const comparison = {
      benchmark: 'create-alone',
      workload: '1 connection, p50',
      unit: 'ms',
      better: 'less',
    } as const;
    return [compare({ ...comparison, ours: 'sqlite', other: 'raw', goal }, measured)];
  },
};
