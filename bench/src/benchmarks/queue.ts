import { runProgram } from '../harness/child-program.ts';
import { loadCore, serverCore } from '../harness/cores.ts';
import { runRounds, type Slice, type Variant } from '../harness/run-rounds.ts';
import { compare, type Row } from '../report/row.ts';
import { type QueueArgument, queueReport } from '../servers/messages.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { hasRedis, startRedis, type SyncMode, syncModes } from './start-redis.ts';

const goal = { atLeast: 2.5 };

/** The store as a queue, in one process, beside queues people would take instead. */
export const queue: Benchmark = {
  name: 'queue',
  summary:
    '10 000 jobs enqueued and completed, FULL, beside BullMQ (Redis everysec, always) and plainjob',
  run: async (context) => {
    const jobs = context.quick ? 2_000 : 10_000;
    const variants = [
      queueVariant(context, 'filmgate', jobs),
      queueVariant(context, 'plainjob', jobs),
    ];
    if (hasRedis()) variants.push(...syncModes.map((mode) => bullmqVariant(context, mode, jobs)));
    else context.progress('there is no redis-server to run BullMQ on');
    const measured = await runRounds({ ...context, variants });
    const peers = variants.map(({ name }) => name).filter((name) => name !== 'filmgate');
    const common = {
      benchmark: 'queue',
      workload: `${jobs} jobs`,
      unit: '/s',
      ours: 'filmgate',
      goal,
      judgedBy: 'ratio',
    } as const;
    return peers.map((other): Row => compare({ ...common, other, better: 'more' }, measured));
  },
};

function queueVariant(context: BenchContext, name: 'filmgate' | 'plainjob', jobs: number): Variant {
  return {
    name,
    measure: () => runQueue(context, { queue: name, directory: context.newFolder('queue'), jobs }),
  };
}

/** A Redis of its own for each round; it has the other core for itself. */
function bullmqVariant(context: BenchContext, mode: SyncMode, jobs: number): Variant {
  return {
    name: `BullMQ, ${mode}`,
    measure: async () => {
      const directory = context.newFolder('queue');
      const redis = await startRedis({ mode, core: loadCore, directory });
      try {
        const { port, pid } = redis;
        return await runQueue(context, { queue: 'bullmq', directory, jobs, redis: { port, pid } });
      } finally {
        await redis.stop();
      }
    },
  };
}

async function runQueue(context: BenchContext, argument: QueueArgument): Promise<Slice> {
  const greeting = await runProgram({
    program: 'servers/queue-program.ts',
    core: serverCore,
    argument,
    nodeArguments: context.serverNodeArguments,
  });
  const report = queueReport.parse(greeting);
  const { jobs } = argument;
  return {
    value: jobs / (report.enqueueSeconds + report.completeSeconds),
    processorUs: report.processorNs === null ? null : report.processorNs / 1000 / jobs,
    foreignShare: report.foreignShare,
    notes: {
      'enqueue/s': jobs / report.enqueueSeconds,
      'complete/s': jobs / report.completeSeconds,
    },
  };
}
