import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asThroughput, type LoadDriver, loadVariant } from '../harness/load-driver.ts';
import { type Rounds, runRounds } from '../harness/run-rounds.ts';
import { startLoad, startServer } from '../harness/start-server.ts';
import { compare, processorRounds, type Row } from '../report/row.ts';
import { portGreeting, type StaticArgument } from '../servers/messages.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startGateway } from './gateway.ts';
import { startNginx } from './start-nginx.ts';

const mebibyte = 1024 * 1024;
const readBytes = mebibyte;

/** Files to read, and the number of connections. */
const workloads = [
  { name: '8 MiB', file: 0, connections: 16, headers: {} },
  {
    name: '1 MiB of 50 MiB',
    file: 1,
    connections: 32,
    headers: { range: 'bytes=20971520-22020095' },
  },
  { name: '50 MiB', file: 1, connections: 4, headers: {} },
] as const;

const sizes = [8 * mebibyte, 50 * mebibyte] as const;

interface Target {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  readonly key: string | null;
  readonly paths: readonly string[];
}

/** Stored videos read with a credential. */
export const download: Benchmark = {
  name: 'download',
  summary:
    'GET of 8 MiB, 1 MiB ranges and 50 MiB, auth on, beside nginx (sendfile) and @fastify/static',
  run: async (context) => {
    const driver = await startLoad(context);
    const targets = await startTargets(context);
    const rows: Row[] = [];
    for (const workload of workloads) {
      const progress = (text: string): void => context.progress(`${workload.name}: ${text}`);
      const variants = targets.map((target) =>
        downloadVariant({ context, driver, target, workload }),
      );
      const measured = await runRounds({ ...context, progress, variants });
      const common = {
        benchmark: 'download',
        workload: workload.name,
        unit: 'MiB/s',
        ours: 'gateway',
      } as const;
      const goals = { nginx: { atLeast: 0.7 }, '@fastify/static': { atLeast: 2.5 } };
      for (const [other, goal] of Object.entries(goals)) {
        if (!targets.some(({ name }) => name === other)) continue;
        rows.push(
          compare({ ...common, other, goal, better: 'more', checkedBy: 'ratio' }, measured),
        );
      }
      rows.push(...processorRow(workload.name, measured));
    }
    return rows;
  },
};

const processorGoal = { atMost: 1.5 };

/** Processor time beside nginx: on a real network card it is what limits both. */
function processorRow(workload: string, measured: Rounds): readonly Row[] {
  const onProcessor = processorRounds(measured);
  const isKnown = onProcessor.rounds.every(
    (round) => !Number.isNaN(round.get('nginx')?.value ?? Number.NaN),
  );
  if (!isKnown) return [];
  const common = {
    benchmark: 'download, CPU',
    workload,
    unit: 'µs/MiB',
    ours: 'gateway',
    other: 'nginx',
    goal: processorGoal,
    better: 'less',
  } as const;
  return [compare(common, onProcessor)];
}

async function startTargets(context: BenchContext): Promise<readonly Target[]> {
  const directory = context.folder('download');
  const ours = await startGateway(context, { directory, store: 'sqlite', videos: [...sizes] });
  const { port, key, videos } = ours.greeting;
  const files = join(directory, 'files');
  mkdirSync(files);
  const paths = videos.map(({ sha256 }, index) => {
    linkSync(join(directory, 'results', sha256.slice(0, 2), sha256), join(files, `${index}.mp4`));
    return `/${index}.mp4`;
  });
  const argument: StaticArgument = { directory: files };
  const fixed = await startServer(context, 'servers/static-server.ts', {
    argument,
    greeting: portGreeting,
  });
  const nginx = await startNginx(context, { kind: 'files', folder: files });
  if (nginx === null) context.progress('there is no nginx to stand beside');
  return [
    ...(nginx === null ? [] : [{ name: 'nginx', ...nginx, key: null, paths }]),
    {
      name: 'gateway',
      port,
      pid: ours.pid,
      key,
      paths: videos.map(({ id }) => `/v1/videos/${id}/content`),
    },
    { name: '@fastify/static', port: fixed.greeting.port, pid: fixed.pid, key: null, paths },
  ];
}

function downloadVariant(parts: {
  readonly context: BenchContext;
  readonly driver: LoadDriver;
  readonly target: Target;
  readonly workload: (typeof workloads)[number];
}) {
  const { context, driver, target, workload } = parts;
  const authorization = target.key === null ? {} : { authorization: `Bearer ${target.key}` };
  const path = target.paths[workload.file] ?? '/';
  const requests = {
    kind: 'get',
    path,
    headers: { ...authorization, ...workload.headers },
  } as const;
  const { connections } = workload;
  const order = { port: target.port, connections, pids: [target.pid], requests, readBytes };
  return loadVariant({
    name: target.name,
    driver,
    order,
    seconds: context.sliceSeconds,
    toSlice: asThroughput,
  });
}
