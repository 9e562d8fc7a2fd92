import { startProgram } from '../harness/child-program.ts';
import { loadCore, serverCore } from '../harness/cores.ts';
import { countDiskCalls, type DiskCalls } from '../harness/count-disk-calls.ts';
import { asRate, type LoadDriver, loadVariant } from '../harness/load-driver.ts';
import { runRounds, type Slice, type Variant } from '../harness/run-rounds.ts';
import { startLoad, startServer } from '../harness/start-server.ts';
import { compare, type Row } from '../report/row.ts';
import { type InstantArgument, instantGreeting, portGreeting } from '../servers/messages.ts';
import { chatBody, chatHeaders } from '../world/bench-job.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startPlain } from './create.ts';
import { hasRedis, startRedis } from './start-redis.ts';

const names = {
  ours: 'gateway',
  queue: 'BullMQ, a job for each step, always',
  plain: 'one transaction for each step',
};

/** A gateway, or another program that does its work. */
interface Target {
  readonly name: string;
  readonly port: number;
  /** Processes that work for the subject. */
  readonly pids: readonly number[];
  readonly headers: { readonly [name: string]: string };
}

/** One job from acceptance to stored video, on a provider that finishes at once: the gateway's own work. */
export const job: Benchmark = {
  name: 'job',
  summary:
    'a job from acceptance to stored video: CPU, syncs, pages, beside BullMQ (a job for each step, always) and plain transactions',
  run: async (context) => {
    const driver = await startLoad(context);
    const targets = await startTargets(context);
    const rows: Row[] = [];
    for (const connections of [1, 64])
      rows.push(...(await measure({ context, driver, targets }, connections)));
    return rows;
  },
};

/** A provider in a separate process, with the delay of its responses in ms. */
export async function startProvider(context: BenchContext, delayMs: number): Promise<number> {
  const program = 'servers/chat-upstream-server.ts';
  const provider = await startProgram({ program, core: loadCore, argument: { delayMs } });
  context.later(() => provider.stop());
  return portGreeting.parse(provider.greeting).port;
}

/** The gateway in front of that provider. */
export async function startInstantGateway(
  context: BenchContext,
  argument: InstantArgument,
): Promise<Target> {
  const ours = await startServer(context, 'servers/instant-server.ts', {
    argument,
    greeting: instantGreeting,
  });
  const { localPort, serviceKey } = ours.greeting;
  return { name: names.ours, port: localPort, pids: [ours.pid], headers: chatHeaders(serviceKey) };
}

async function startTargets(context: BenchContext): Promise<readonly Target[]> {
  const providerPort = await startProvider(context, 0);
  const folder = (name: string): string => context.newFolder(`job-${name}`);
  const plain = await startPlain(context, { directory: folder('plain'), providerPort });
  const headers = chatHeaders('key');
  return [
    { name: names.plain, port: plain.greeting.port, pids: [plain.pid], headers },
    await startInstantGateway(context, { directory: folder('gateway'), providerPort }),
    ...(await startQueue(context, folder('queue'), providerPort)),
  ];
}

async function startQueue(
  context: BenchContext,
  directory: string,
  providerPort: number,
): Promise<readonly Target[]> {
  if (!hasRedis()) {
    context.progress('there is no redis-server to run BullMQ on');
    return [];
  }
  const redis = await startRedis({ mode: 'always', core: serverCore, directory });
  context.later(() => redis.stop());
  const argument = { directory, providerPort, redisPort: redis.port };
  const queue = await startServer(context, 'peers/queue-gateway.ts', {
    argument,
    greeting: portGreeting,
  });
  const { port } = queue.greeting;
  return [{ name: names.queue, port, pids: [queue.pid, redis.pid], headers: chatHeaders('key') }];
}

interface Plan {
  readonly context: BenchContext;
  readonly driver: LoadDriver;
  readonly targets: readonly Target[];
}

async function measure(plan: Plan, connections: number): Promise<readonly Row[]> {
  const { context, targets } = plan;
  const progress = (text: string): void => context.progress(`${connections} connections: ${text}`);
  const variants = targets.map((target) => jobVariant(plan, target, connections));
  const measured = await runRounds({ ...context, progress, variants });
  const calls = new Map<string, JobCalls>();
  for (const target of targets) {
    const counted = await callsPerJob(plan, target, connections);
    if (counted !== null) calls.set(target.name, counted);
  }
  const workload = connections === 1 ? '1 connection' : `${connections} connections`;
  const common = { benchmark: 'job', ours: names.ours } as const;
  const others = targets.map(({ name }) => name).filter((name) => name !== names.ours);
  const rows = others.map((other) =>
    compare(
      {
        ...common,
        workload: `accept to stored, ${workload}`,
        unit: '/s',
        other,
        goal: other === names.queue && connections > 1 ? { atLeast: 1.5 } : null,
        better: 'more',
      },
      measured,
    ),
  );
  return [...rows, ...callRows({ calls, others, workload, connections })];
}

function jobVariant(
  { context, driver }: Plan,
  { name, port, pids, headers }: Target,
  connections: number,
): Variant {
  const order = { port, connections, pids: [...pids], requests: chatRequests(headers) };
  return loadVariant({ name, driver, order, seconds: context.sliceSeconds, toSlice: asRate });
}

function chatRequests(headers: Target['headers']) {
  return { kind: 'post', path: '/v1/chat/completions', headers, body: chatBody } as const;
}

interface JobCalls {
  readonly syncs: number;
  readonly pages: number;
}

const countedSeconds = 3;

/** Disk calls for one job, counted in a separate round. */
async function callsPerJob(
  { context, driver }: Plan,
  { port, pids, headers }: Target,
  connections: number,
): Promise<JobCalls | null> {
  let jobs = 0;
  const count = async (): Promise<void> => {
    const order = { port, connections, seconds: countedSeconds, pids: [...pids] };
    const report = await driver.drive({ ...order, requests: chatRequests(headers) });
    // Jobs in flight at the end finish before the count ends.
    jobs = report.responses + connections;
  };
  const found: DiskCalls | null = await countDiskCalls(pids, context.folder('job'), count);
  return found === null ? null : { syncs: found.syncs / jobs, pages: found.pages / jobs };
}

function callRows(found: {
  readonly calls: ReadonlyMap<string, JobCalls>;
  readonly others: readonly string[];
  readonly workload: string;
  readonly connections: number;
}): readonly Row[] {
  const { calls, others, workload, connections } = found;
  const goal = { atMost: connections === 1 ? 6 : 2 };
  const toSlice = ({ syncs, pages }: JobCalls): Slice => ({
    value: syncs,
    processorUs: null,
    foreignShare: null,
    notes: { 'pages per job': pages },
  });
  const round = new Map([...calls].map(([name, one]) => [name, toSlice(one)]));
  return others
    .filter((other) => calls.has(other))
    .map((other) =>
      compare(
        {
          benchmark: 'job',
          workload: `syncs per job, ${workload}`,
          unit: 'syncs',
          ours: names.ours,
          other,
          goal: other === names.plain ? goal : null,
          better: 'less',
          checkedBy: 'value',
        },
        { rounds: [round], disturbed: 0 },
      ),
    );
}
