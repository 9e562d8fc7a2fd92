import { Redis } from 'ioredis';
import { loadCore, serverCore } from '../harness/cores.ts';
import { type FleetNode, pollVariant, startFleetNode } from '../harness/fleet-node.ts';
import { runRounds } from '../harness/run-rounds.ts';
import { compare, type Row } from '../report/row.ts';
import type { FleetArgument } from '../servers/messages.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { hasRedis, placeOn, type RedisServer, startRedis } from './start-redis.ts';

const mebibyte = 1024 * 1024;
/** More than any node can do: there is always a job that is due. */
const pollsWantedPerSecond = 50_000;
const cores = [serverCore, loadCore] as const;
const names = { two: 'two nodes', one: 'one node', sqlite: 'SQLite, one process' };

/** Many jobs in flight over two nodes: what they take in memory, and how fast they are polled. */
export const redisFleet: Benchmark = {
  name: 'redis-fleet',
  summary:
    '100 000 jobs in flight on Redis (always): memory, and polls by two nodes beside one, and beside SQLite',
  run: async (context) => {
    if (!hasRedis()) {
      context.progress('there is no redis-server for a fleet');
      return [];
    }
    const jobs = context.quick ? 10_000 : 100_000;
    const redis = await startFleetRedis(context);
    const seeded = await seedRedis(context, { redis, jobs });
    const plain = await plainBytes(context, { samples: seeded.samples, jobs });
    const rows = await measurePolls(context, { redis, jobs, seeded });
    const polled = (await redis.usedBytes()) - seeded.before;
    return [memoryRow({ seeded, plain, polled, jobs }), ...rows];
  },
};

interface SeededRedis {
  readonly argument: FleetArgument;
  /** Memory Redis took without them, in bytes. */
  readonly before: number;
  /** Memory the jobs take in Redis at rest, in bytes. */
  readonly bytes: number;
  /** Some of them as JSON texts. */
  readonly samples: readonly string[];
}

/** Left to the system: it shares both cores with two nodes, as it would on such a machine. */
async function startFleetRedis(context: BenchContext): Promise<RedisServer> {
  const directory = context.newFolder('redis-fleet');
  const redis = await startRedis({ mode: 'always', core: null, directory });
  context.later(() => redis.stop());
  return redis;
}

async function startNode(
  context: BenchContext,
  argument: FleetArgument,
  core: number,
): Promise<FleetNode> {
  const { serverNodeArguments: nodeArguments } = context;
  const node = await startFleetNode({ argument, core, nodeArguments });
  context.later(() => node.stop());
  return node;
}

/** Another process brings them into flight, so that those that poll know nothing of them yet. */
async function seedRedis(
  context: BenchContext,
  { redis, jobs }: { readonly redis: RedisServer; readonly jobs: number },
): Promise<SeededRedis> {
  context.progress(`brings ${jobs} jobs into flight on Redis`);
  const argument = {
    directory: context.newFolder('redis-fleet'),
    redis: placeOn(redis, 'always'),
    pollEveryMs: (jobs / pollsWantedPerSecond) * 1000,
  };
  const seeder = await startNode(context, argument, serverCore);
  const before = await redis.usedBytes();
  const { samples } = await seeder.tell({ kind: 'seed', jobs });
  await seeder.stop();
  await redis.settled();
  const bytes = (await redis.usedBytes()) - before;
  return { argument, before, bytes, samples };
}

/** What as many of such jobs take as JSON texts under a key each, and nothing else. */
async function plainBytes(
  context: BenchContext,
  { samples, jobs }: { readonly samples: readonly string[]; readonly jobs: number },
): Promise<number> {
  const redis = await startFleetRedis(context);
  const before = await redis.usedBytes();
  const client = new Redis({ port: redis.port });
  const batch = 1_000;
  for (let from = 0; from < jobs; from += batch) {
    const pipeline = client.pipeline();
    for (let index = from; index < Math.min(from + batch, jobs); index += 1)
      pipeline.set(`plain:${index}`, samples[index % samples.length] ?? '');
    await pipeline.exec();
  }
  client.disconnect();
  const bytes = (await redis.usedBytes()) - before;
  await redis.stop();
  return bytes;
}

async function measurePolls(
  context: BenchContext,
  fleet: { readonly redis: RedisServer; readonly jobs: number; readonly seeded: SeededRedis },
): Promise<readonly Row[]> {
  const { redis, jobs, seeded } = fleet;
  const embedded = await startEmbedded(context, { ...seeded.argument, redis: undefined }, jobs);
  const first = await startNode(context, seeded.argument, serverCore);
  const second = await startNode(context, seeded.argument, loadCore);
  const nodes = [first, second];
  const before = await largestOf(nodes);
  const pollsAtLeast = 2_000;
  const common = { seconds: context.sliceSeconds, settleSeconds: 0.5, pollsAtLeast, cores };
  const variants = [
    pollVariant({ ...common, name: names.one, nodes: [first], redis: redis.pid }),
    pollVariant({ ...common, name: names.two, nodes, redis: redis.pid }),
    pollVariant({ ...common, name: names.sqlite, nodes: [embedded], redis: null }),
  ];
  const measured = await runRounds({ ...context, variants });
  const after = await largestOf(nodes);
  const row = (other: string): Row =>
    compare(
      {
        benchmark: 'redis-fleet',
        workload: `polls, ${jobs} jobs in flight`,
        unit: '/s',
        ours: names.two,
        other,
        goal: null,
        better: 'more',
      },
      measured,
    );
  return [nodeMemoryRow({ after, before, jobs }), row(names.one), row(names.sqlite)];
}

async function startEmbedded(
  context: BenchContext,
  argument: FleetArgument,
  jobs: number,
): Promise<FleetNode> {
  context.progress(`brings ${jobs} jobs into flight on SQLite`);
  const directory = context.newFolder('redis-fleet');
  const node = await startNode(context, { ...argument, directory }, serverCore);
  await node.tell({ kind: 'seed', jobs });
  return node;
}

async function largestOf(nodes: readonly FleetNode[]): Promise<number> {
  return Math.max(...(await Promise.all(nodes.map((node) => node.residentBytes()))));
}

function memoryRow(found: {
  readonly seeded: SeededRedis;
  readonly plain: number;
  /** What it took right after the jobs were polled: outcomes of the last minute's changes come on top. */
  readonly polled: number;
  readonly jobs: number;
}): Row {
  const { seeded, plain, polled, jobs } = found;
  return compareSizes({
    workload: `memory in Redis, ${jobs} jobs in flight`,
    ours: ['store', seeded.bytes],
    other: ['JSON texts', plain],
    notes: { 'bytes per job': seeded.bytes / jobs, 'while polled MiB': polled / mebibyte },
  });
}

function nodeMemoryRow(found: {
  readonly after: number;
  readonly before: number;
  readonly jobs: number;
}): Row {
  const workload = `memory of a node, ${found.jobs} jobs in flight`;
  return compareSizes({
    workload,
    ours: ['after it polled them', found.after],
    other: ['before', found.before],
    notes: {},
  });
}

type Size = readonly [name: string, bytes: number];

function compareSizes(sizes: {
  readonly workload: string;
  readonly ours: Size;
  readonly other: Size;
  readonly notes: { readonly [name: string]: number };
}): Row {
  const { workload, notes } = sizes;
  const [ours, size] = sizes.ours;
  const [other, otherSize] = sizes.other;
  const unknown = { processorUs: null, foreignShare: null };
  const round = new Map([
    [ours, { value: size / mebibyte, ...unknown, notes }],
    [other, { value: otherSize / mebibyte, ...unknown }],
  ]);
  const comparison = { benchmark: 'redis-fleet', workload, unit: 'MiB', ours, other };
  return compare({ ...comparison, goal: null, better: 'less' }, { rounds: [round], disturbed: 0 });
}
