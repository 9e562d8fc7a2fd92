import { readFileSync } from 'node:fs';
import { type ChildProgram, startProgram } from '../harness/child-program.ts';
import { loadCore, serverCore } from '../harness/cores.ts';
import { readProcessorTime, useBetween } from '../harness/processor-time.ts';
import { readResidentBytes } from '../harness/resident-memory.ts';
import { type Rounds, runRounds, type Slice, type Variant } from '../harness/run-rounds.ts';
import { requestText } from '../load/request-source.ts';
import { compare, mapRounds, processorRounds, type Row } from '../report/row.ts';
import {
  type ClientCommand,
  clientReport,
  heldReport,
  type WaitingArgument,
  type WaitingCommand,
  waitingGreeting,
} from '../servers/messages.ts';
import { chatBody, chatHeaders } from '../world/bench-job.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

/** Thousands of callers in a separate process. */
interface WaitingCallers {
  /** Resolves when the command is done, with the text that the first caller received since its last expectation. */
  notify(command: ClientCommand): Promise<string>;
}

/** Starts callers, which end with the benchmark. */
async function startCallers(context: BenchContext): Promise<WaitingCallers> {
  const options = { program: 'load/waiting-clients-program.ts', core: loadCore };
  const program = await startProgram(options);
  context.later(() => program.stop());
  return {
    async notify(command) {
      const report = clientReport.parse(await program.ask(command));
      if (report.kind === 'failed') throw new Error(`the callers failed: ${report.reason}`);
      return report.sample;
    },
  };
}

/** File descriptors that a program needs besides its connections: for its store, threads and log. */
const besidesConnections = 500;

/**
 * Verifies that a program may open the given number of connections. Node raises its own limit to the maximum of the
 * system, so the limit of this process is also that of its children.
 *
 * @throws Error with a sentence for the person who runs the benchmark
 */
function requireOpenFiles(connections: number): void {
  const limit = openFileLimit();
  const needed = connections + besidesConnections;
  if (limit !== null && limit < needed) {
    throw new Error(
      `${connections} connections need ${needed} open files in one process, and only ${limit} are allowed here: raise the hard limit (ulimit -Hn ${needed}) and run it again.`,
    );
  }
}

function openFileLimit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const found = /^Max open files\s+(\d+)/m.exec(limits);
    return found === null ? null : Number(found[1]);
  } catch {
    return null;
  }
}

const names = { ours: 'gateway', jobs: 'its jobs alone', other: 'node:http' };
const goal = { atMost: 1.25 };
const kibibyte = 1024;

/** Callers of synchronous generations, which wait and then receive a response. */
export const waiters: Benchmark = {
  name: 'waiters-10k',
  summary:
    '10 000 chat requests held: resident memory and CPU of the response for each, beside node:http',
  run: async (context) => {
    const count = context.quick ? 1_000 : 10_000;
    requireOpenFiles(count);
    const callers = await startCallers(context);
    const parts = { context, callers, count };
    const variants = [
      holdingVariant(names.other, 'servers/bare-waiting-server.ts', parts),
      holdingVariant(names.ours, 'servers/waiting-server.ts', parts),
      jobsVariant(parts),
    ];
    return rowsOf(await runRounds({ ...context, variants }), count);
  },
};

function rowsOf(measured: Rounds, count: number): readonly Row[] {
  const { ours, jobs, other } = names;
  const workload = `${count} held`;
  const better = 'less' as const;
  const memory = mapRounds(measured, (slice) => ({ ...slice, processorUs: null }));
  const ofMemory = { benchmark: 'waiters-10k', workload, unit: 'KiB each', ours, better };
  const ofWaking = { benchmark: 'waiters-10k, CPU', workload: `${count} answered`, unit: 'µs' };
  return [
    compare({ ...ofMemory, other, goal }, memory),
    compare({ ...ofMemory, other: jobs, goal: null }, memory),
    compare({ ...ofWaking, ours, other, goal, better }, processorRounds(measured)),
  ];
}

interface Parts {
  readonly context: BenchContext;
  readonly callers: WaitingCallers;
  readonly count: number;
}

/** Starts a new process in each round, since a process rarely returns heap memory to the system. */
function holdingVariant(name: string, program: string, parts: Parts): Variant {
  return {
    name,
    measure: () =>
      withServer(parts.context, program, async (server) => {
        await hold(server, parts, warmUpCount(parts.count));
        await response(server, parts);
        return measureHolding(server, parts);
      }),
  };
}

/** Warms up both sides: code is compiled and heaps have grown before anything is counted. */
function warmUpCount(count: number): number {
  return Math.round(count / 4);
}

async function measureHolding(server: ChildProgram, parts: Parts): Promise<Slice> {
  const { count } = parts;
  await notify(server, { kind: 'collect' });
  const before = readResidentBytes(server.pid);
  await hold(server, parts, count);
  await notify(server, { kind: 'collect' });
  const held = residentGrowth(server, before);
  const startedAt = performance.now();
  const processorBefore = readProcessorTime([server.pid], serverCore);
  await response(server, parts);
  const use = useBetween(processorBefore, readProcessorTime([server.pid], serverCore));
  return {
    value: held / kibibyte / count,
    processorUs: use === null ? null : use.ownNs / 1000 / count,
    foreignShare: use?.foreignShare ?? null,
    notes: { 'all responses ms': performance.now() - startedAt },
  };
}

/** Memory of the jobs without waiting calls. */
function jobsVariant({ context, count }: Parts): Variant {
  return {
    name: names.jobs,
    measure: () =>
      withServer(context, 'servers/waiting-server.ts', async (server) => {
        await notify(server, { kind: 'accept', count: warmUpCount(count) });
        await notify(server, { kind: 'collect' });
        const before = readResidentBytes(server.pid);
        await notify(server, { kind: 'accept', count });
        await notify(server, { kind: 'collect' });
        const value = residentGrowth(server, before) / kibibyte / count;
        return { value, processorUs: null, foreignShare: null };
      }),
  };
}

async function withServer<T>(
  context: BenchContext,
  program: string,
  measure: (server: ChildProgram) => Promise<T>,
): Promise<T> {
  const argument: WaitingArgument = { directory: context.newFolder('waiters') };
  const nodeArguments = ['--expose-gc', ...context.serverNodeArguments];
  const server = await startProgram({ program, core: serverCore, argument, nodeArguments });
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function hold(server: ChildProgram, { callers }: Parts, count: number): Promise<void> {
  const { port, key } = waitingGreeting.parse(server.greeting);
  const request = requestText({
    method: 'POST',
    path: '/v1/chat/completions',
    host: `127.0.0.1:${port}`,
    headers: chatHeaders(key),
    body: chatBody,
  });
  await callers.notify({ kind: 'open', port, count, request, needle: null });
  while ((await notify(server, { kind: 'held' })) < count)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

async function response(server: ChildProgram, { callers }: Parts): Promise<void> {
  await callers.notify({ kind: 'expect', needle: 'HTTP/1.1 200 ' });
  await notify(server, { kind: 'release' });
  await callers.notify({ kind: 'arrived' });
  await callers.notify({ kind: 'close' });
}

async function notify(server: ChildProgram, command: WaitingCommand): Promise<number> {
  return heldReport.parse(await server.ask(command)).held;
}

function residentGrowth({ pid }: ChildProgram, before: number | null): number {
  const after = readResidentBytes(pid);
  return before === null || after === null ? Number.NaN : after - before;
}
