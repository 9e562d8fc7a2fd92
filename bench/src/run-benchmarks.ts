import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runtimeFlags } from '../../tools/build/program/runtime-flags.mjs';
import type { BenchContext, Benchmark } from './benchmarks/benchmark.ts';
import { addedLatency } from './benchmarks/added-latency.ts';
import { create } from './benchmarks/create.ts';
import { createRedis } from './benchmarks/create-redis.ts';
import { download } from './benchmarks/download.ts';
import { flatMemory } from './benchmarks/flat-memory.ts';
import { indexLag } from './benchmarks/index-lag.ts';
import { list } from './benchmarks/list.ts';
import { job } from './benchmarks/job.ts';
import { mock } from './benchmarks/mock.ts';
import { poll } from './benchmarks/poll.ts';
import { pollUnderWrite } from './benchmarks/poll-under-write.ts';
import { start } from './benchmarks/start.ts';
import { providerPolls } from './benchmarks/upstream-polls.ts';
import { waiters } from './benchmarks/waiters.ts';
import { canPin, serverCore, loadCore } from './harness/cores.ts';
import { printTable } from './report/print-table.ts';
import type { Row } from './report/row.ts';

const benchmarks: readonly Benchmark[] = [
  poll,
  create,
  pollUnderWrite,
  job,
  addedLatency,
  providerPolls,
  list,
  indexLag,
  waiters,
  download,
  start,
  flatMemory,
  createRedis,
  mock,
];

const usage = `npm run bench -- [NAME …] [--quick] [--rounds N] [--json] [--data FOLDER] [--profile FOLDER]

${benchmarks.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join('\n')}

  --quick            a tenth of the data, 3 rounds of 1 s, nothing repeated
  --rounds N         counted rounds after one to warm up (5)
  --json             rows as JSON instead of a table
  --data FOLDER      keep the seeded stores there for the next run
  --profile FOLDER   write a CPU profile of every server there
`;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      json: { type: 'boolean', default: false },
      data: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter(
    (name) => !benchmarks.some((benchmark) => benchmark.name === name),
  );
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 5));
  if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) return undefined;
  const chosen = benchmarks.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  return { ...values, rounds, chosen };
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

const quickSeconds = 1;
const usualSeconds = 3;

function createContext(
  options: Options,
  {
    folder: root,
    name,
    later,
  }: { readonly folder: string; readonly name: string; readonly later: BenchContext['later'] },
): BenchContext {
  const { quick, rounds, data, profile } = options;
  const folderIn = (parent: string, child: string): string => {
    const folder = join(parent, child);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  return {
    quick,
    rounds,
    repeats: quick ? 0 : rounds,
    sliceSeconds: quick ? quickSeconds : usualSeconds,
    folder: (child) => folderIn(root, child),
    newFolder: (child) => mkdtempSync(join(root, `${child}-`)),
    keptFolder: (child) => folderIn(data ?? root, child),
    serverNodeArguments: [
      ...runtimeFlags(),
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ],
    progress: (text) => process.stderr.write(`${name}: ${text}\n`),
    later,
  };
}

async function runOne(
  benchmark: Benchmark,
  options: Options,
  folder: string,
): Promise<readonly Row[]> {
  const cleanUps: (() => Promise<void>)[] = [];
  const later = (cleanUp: () => Promise<void>): void => void cleanUps.unshift(cleanUp);
  try {
    return await benchmark.run(createContext(options, { folder, name: benchmark.name, later }));
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined || options.help) {
    process.stderr.write(usage);
    process.exitCode = options === undefined ? 2 : 0;
    return;
  }
  const where = canPin
    ? `servers on core ${serverCore}, load on core ${loadCore}`
    : 'without cores of their own';
  process.stderr.write(`${options.chosen.length} benchmarks, ${options.rounds} rounds, ${where}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-bench-'));
  const rows: Row[] = [];
  try {
    for (const benchmark of options.chosen)
      rows.push(...(await runOne(benchmark, options, folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${options.json ? JSON.stringify(rows, null, 2) : printTable(rows)}\n`);
}

await main();
