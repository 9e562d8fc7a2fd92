import { runProgram } from '../harness/child-program.ts';
import { loadCore, serverCore } from '../harness/cores.ts';
import { runRounds, type Slice, type Variant } from '../harness/run-rounds.ts';
import { type Stages, stagedVariants, stageName } from '../harness/staged-variants.ts';
import { compare, type Row } from '../report/row.ts';
import { type StageArgument, stageReport, type StageUse } from '../servers/stage-messages.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { hasRedis, placeOn, type RedisServer, startRedis } from './start-redis.ts';
import { type SyncMode, syncModes } from './start-redis.ts';

const acts = ['create', 'get', 'claim', 'complete'] as const;
/** What BullMQ does too: a job is added; it is taken and done. */
const shared = ['create', 'process'] as const;
const sqlite = 'SQLite, FULL';

/** The store on Redis, act by act, beside the embedded one and beside BullMQ on the same server. */
export const redisStore: Benchmark = {
  name: 'redis-store',
  summary:
    'create, get, claim, complete on Redis, beside SQLite; create and claim + complete beside BullMQ on the same server',
  run: async (context) => {
    if (!hasRedis()) {
      context.progress('there is no redis-server to store on');
      return [];
    }
    const jobs = context.quick ? 2_000 : 20_000;
    const rows: Row[] = [];
    for (const mode of syncModes) rows.push(...(await measure(context, { mode, jobs })));
    return rows;
  },
};

interface Run {
  readonly mode: SyncMode;
  readonly jobs: number;
}

async function measure(context: BenchContext, run: Run): Promise<readonly Row[]> {
  const { mode } = run;
  const directory = context.newFolder('redis-store');
  const redis = await startRedis({ mode, core: loadCore, directory });
  context.later(() => redis.stop());
  const variants = variantsOn(context, redis, run);
  const measured = await runRounds({ ...context, variants });
  await redis.stop();
  const row = (act: string, other: string): Row =>
    compare(
      {
        benchmark: 'redis-store',
        workload: `${act}, ${mode}, ${run.jobs} jobs`,
        unit: '/s',
        ours: stageName(`Redis, ${mode}`, act),
        other: stageName(other, act),
        goal: null,
        better: 'more',
      },
      measured,
    );
  return [
    ...(mode === 'always' ? acts.map((act) => row(act, sqlite)) : []),
    ...shared.map((act) => row(act, `BullMQ, ${mode}`)),
  ];
}

/** SQLite stands only beside the mode that promises the same: nothing answered is lost. */
function variantsOn(
  context: BenchContext,
  redis: RedisServer,
  { mode, jobs }: Run,
): readonly Variant[] {
  const { pid, port } = redis;
  const by = (prefix: string, store: StageArgument['store']) => ({
    prefix,
    measure: async () => {
      await redis.clear();
      return runStages(context, { jobs, directory: context.newFolder('redis-store'), store });
    },
  });
  const ours = by(`Redis, ${mode}`, { kind: 'redis', place: placeOn(redis, mode), pid });
  const bullmq = by(`BullMQ, ${mode}`, { kind: 'bullmq', port, pid });
  return [
    ...stagedVariants([...acts, 'process'], ours),
    ...stagedVariants(shared, bullmq),
    ...(mode === 'always' ? stagedVariants(acts, by(sqlite, { kind: 'sqlite' })) : []),
  ];
}

async function runStages(context: BenchContext, argument: StageArgument): Promise<Stages> {
  const greeting = await runProgram({
    program: 'servers/stage-program.ts',
    core: serverCore,
    argument,
    nodeArguments: context.serverNodeArguments,
  });
  const report = new Map(Object.entries(stageReport.parse(greeting)));
  const [claim, complete] = [report.get('claim'), report.get('complete')];
  if (claim !== undefined && complete !== undefined)
    report.set('process', inSuccession(claim, complete));
  return new Map([...report].map(([name, use]) => [name, toSlice(use, argument.jobs)]));
}

/** One stage after the other, as one. */
function inSuccession(first: StageUse, second: StageUse): StageUse {
  const both = <Value>(
    one: number | null,
    other: number | null,
    join: (a: number, b: number) => Value,
  ) => (one === null || other === null ? null : join(one, other));
  return {
    seconds: first.seconds + second.seconds,
    processorNs: both(first.processorNs, second.processorNs, (a, b) => a + b),
    foreignShare: both(first.foreignShare, second.foreignShare, Math.max),
  };
}

function toSlice({ seconds, processorNs, foreignShare }: StageUse, jobs: number): Slice {
  const processorUs = processorNs === null ? null : processorNs / 1000 / jobs;
  const notes = processorUs === null ? {} : { 'CPU µs': processorUs };
  return { value: jobs / seconds, processorUs, foreignShare, notes };
}
