import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bootstrap } from '../../../tools/bootstrap.mjs';
import { serverCore } from '../harness/cores.ts';
import { firstReply, type PeerCommand, startPeer } from '../harness/peer-process.ts';
import { readProcessorTime, useBetween } from '../harness/processor-time.ts';
import { readResidentBytes } from '../harness/resident-memory.ts';
import { runRounds, type Slice, type Variant } from '../harness/run-rounds.ts';
import { compare, type Goal, mapRounds } from '../report/row.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { installPortkey, portkeyCommand } from './portkey.ts';
import { freePort } from './ports.ts';

const names = { ours: 'gateway', bare: 'node:http', portkey: 'Portkey' };
const mebibyte = 1024 * 1024;
const settlesWithinMs = 2_000;
const restNote = 'at rest MiB';

const goals: readonly {
  readonly other: string;
  readonly start: Goal;
  readonly memory: Goal | null;
}[] = [
  { other: names.bare, start: { atMost: 4.5 }, memory: { atMost: 2.5 } },
  { other: names.portkey, start: { atMost: 1.7 }, memory: null },
];

/** A built gateway started on a data directory it has used before. */
export const start: Benchmark = {
  name: 'start',
  summary: 'process start to first reply, and memory at rest, beside node:http and Portkey',
  run: async (context) => {
    const variants = await startVariants(context);
    const measured = await runRounds({ ...context, variants });
    const atRest = mapRounds(measured, ({ notes, foreignShare }) => ({
      value: notes?.[restNote] ?? Number.NaN,
      processorUs: null,
      foreignShare,
    }));
    const better = 'less' as const;
    const checkedBy = 'ratio' as const;
    const { ours } = names;
    const ofStart = {
      benchmark: 'start',
      workload: 'to the first reply',
      unit: 'ms',
      ours,
      checkedBy,
    } as const;
    const ofMemory = {
      benchmark: 'start',
      workload: 'resident at rest',
      unit: 'MiB',
      ours,
      checkedBy,
    } as const;
    return goals
      .filter(({ other }) => variants.some(({ name }) => name === other))
      .flatMap((goal) => [
        compare({ ...ofStart, other: goal.other, goal: goal.start, better }, measured),
        compare({ ...ofMemory, other: goal.other, goal: goal.memory, better }, atRest),
      ]);
  },
};

async function startVariants(context: BenchContext): Promise<readonly Variant[]> {
  const bare = fileURLToPath(new URL('../servers/bare-http.mjs', import.meta.url));
  const portkey = installPortkey(context);
  const { node, build } = await bootstrap();
  const cli = join(build, 'dist/filmgate.js');
  const directory = context.folder('start');
  const ours = async (port: number): Promise<PeerCommand> => ({
    command: [node, ...context.serverNodeArguments, cli, 'serve'],
    core: serverCore,
    environment: {
      NODE_ENV: 'production',
      FILMGATE_DATA_DIR: directory,
      FILMGATE_LOCAL_PORT: String(port),
      FILMGATE_TASKS_PORT: String(await freePort()),
      FILMGATE_SERVICE_API_KEY: 'service-key-of-the-benchmarks',
    },
  });
  const { execPath } = process;
  const bareCommand = async (port: number): Promise<PeerCommand> => ({
    command: [execPath, bare, String(port)],
    core: serverCore,
  });
  return [
    startVariant(names.bare, '/', bareCommand),
    startVariant(names.ours, '/healthz', ours),
    ...(portkey === null
      ? []
      : [startVariant(names.portkey, '/', async (port) => portkeyCommand(portkey, port))]),
  ];
}

function startVariant(
  name: string,
  path: string,
  commandOn: (port: number) => Promise<PeerCommand>,
): Variant {
  return {
    name,
    measure: async () => {
      const port = await freePort();
      const command = await commandOn(port);
      const coreBefore = readProcessorTime([], serverCore);
      const startedAt = performance.now();
      const server = startPeer(command);
      try {
        await firstReply(port, path);
        const value = performance.now() - startedAt;
        const slice = toSlice(value, coreBefore, server.pid);
        await sleep(settlesWithinMs);
        const resident = readResidentBytes(server.pid) ?? Number.NaN;
        return { ...slice, notes: { ...slice.notes, [restNote]: resident / mebibyte } };
      } finally {
        await server.stop();
      }
    },
  };
}

/** All processor time of the process is startup. */
function toSlice(
  value: number,
  coreBefore: ReturnType<typeof readProcessorTime>,
  pid: number,
): Slice {
  const use = useBetween(coreBefore, readProcessorTime([pid], serverCore));
  return {
    value,
    processorUs: use === null ? null : use.ownNs / 1000,
    foreignShare: use?.foreignShare ?? null,
    notes: use === null ? {} : { 'CPU ms': use.ownNs / 1e6 },
  };
}
