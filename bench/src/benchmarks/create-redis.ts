import { serverCore } from '../harness/cores.ts';
import type { LoadDriver } from '../harness/load-driver.ts';
import { asRate, loadVariant } from '../harness/load-driver.ts';
import { runRounds, type Variant } from '../harness/run-rounds.ts';
import { startLoad } from '../harness/start-server.ts';
import { compare, type Row } from '../report/row.ts';
import type { GatewayArgument } from '../servers/messages.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startGateway } from './gateway.ts';
import { hasRedis, addressOn, startRedis, type SyncMode, syncModes } from './start-redis.ts';

const goal = { atLeast: 0.25 } as const;

/** Creations on the shared store beside the same route with storage off; gateway and Redis have one core together. */
export const createRedis: Benchmark = {
  name: 'create-redis',
  summary:
    'POST with random Idempotency-Keys on Redis (everysec, always), beside the same route with storage off',
  run: async (context) => {
    if (!hasRedis()) {
      context.progress('there is no redis-server to create on');
      return [];
    }
    const rows: Row[] = [];
    for (const connections of [64, 256]) rows.push(...(await measure(context, connections)));
    return rows;
  },
};

interface Started {
  readonly variant: Variant;
  stop(): Promise<void>;
}

async function measure(context: BenchContext, connections: number): Promise<readonly Row[]> {
  const driver = await startLoad(context);
  const started = [await startWithout(context, { driver, connections })];
  for (const mode of syncModes)
    started.push(await startOnRedis(context, { driver, connections, mode }));
  const measured = await runRounds({ ...context, variants: started.map(({ variant }) => variant) });
  for (const one of started) await one.stop();
  const comparison = {
    benchmark: 'create-redis',
    unit: '/s',
    other: 'none',
    better: 'more',
    isCeiling: true,
  } as const;
  return syncModes.map((mode) => {
    const workload = `${mode}, ${connections} connections`;
    return compare({ ...comparison, workload, ours: mode, goal }, measured);
  });
}

interface Load {
  readonly driver: LoadDriver;
  readonly connections: number;
}

function startWithout(context: BenchContext, load: Load): Promise<Started> {
  const argument = { directory: context.newFolder('create-redis'), store: 'none' } as const;
  return startVariant(context, { ...load, name: 'none', argument, others: [] });
}

async function startOnRedis(
  context: BenchContext,
  { mode, ...load }: Load & { readonly mode: SyncMode },
): Promise<Started> {
  const directory = context.newFolder('create-redis');
  const redis = await startRedis({ mode, core: serverCore, directory });
  context.later(() => redis.stop());
  const argument = { directory, store: 'redis', redis: addressOn(redis, mode) } as const;
  const started = await startVariant(context, {
    ...load,
    name: mode,
    argument,
    others: [redis.pid],
  });
  return {
    variant: started.variant,
    stop: async () => {
      await started.stop();
      await redis.stop();
    },
  };
}

async function startVariant(
  context: BenchContext,
  plan: Load & {
    readonly name: string;
    readonly argument: GatewayArgument;
    /** Processes that work for the gateway. */
    readonly others: readonly number[];
  },
): Promise<Started> {
  const { driver, connections, name, argument, others } = plan;
  const server = await startGateway(context, argument);
  const { port, key } = server.greeting;
  const pids = [server.pid, ...others];
  const order = { port, connections, pids, requests: { kind: 'create', key } } as const;
  const seconds = context.sliceSeconds;
  const variant = loadVariant({ name, driver, order, seconds, toSlice: asRate });
  return { variant, stop: () => server.stop() };
}
