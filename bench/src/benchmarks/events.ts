import { randomBytes } from 'node:crypto';
import { type ChildProgram, startProgram } from '../harness/child-program.ts';
import { serverCore } from '../harness/cores.ts';
import { requireOpenFiles } from '../harness/open-files.ts';
import { readProcessorTime, useBetween } from '../harness/processor-time.ts';
import { runRounds, type Slice, type Variant } from '../harness/run-rounds.ts';
import { startCallers, type WaitingCallers } from '../harness/waiting-callers.ts';
import { requestText } from '../load/request-text.ts';
import { processorRounds } from '../report/processor-rounds.ts';
import { compare } from '../report/row.ts';
import {
  type BareEventsArgument,
  type WaitingArgument,
  type WaitingGreeting,
  waitingGreeting,
} from '../servers/waiting-messages.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

const names = { ours: 'gateway', other: 'bare ws' };
const goal = { atMost: 1.2 };
const eventsInSlice = 5;
const eventMark = '"type":"video.updated"';
const readyMark = '"type":"ready"';

/** One change of a task told to everybody who listens. */
export const events: Benchmark = {
  name: 'events-10k',
  summary: 'CPU to tell one change of a task to 10 000 WebSocket clients, beside bare ws writes',
  run: async (context) => {
    const count = context.quick ? 1_000 : 10_000;
    requireOpenFiles(count);
    const callers = await startCallers(context);
    const ours = await startOurs(context);
    await connect(ours, callers, count);
    const sample = await tellOnce(ours, callers);
    const argument: BareEventsArgument = { characters: sample.length - frameHeadBytes };
    const bare = await start(context, 'servers/bare-events-server.ts', argument);
    await callers.tell({ kind: 'close' });
    const variants = [
      eventsVariant(names.other, bare, { callers, count }),
      eventsVariant(names.ours, ours, { callers, count }),
    ];
    const measured = processorRounds(await runRounds({ ...context, variants }));
    const workload = `${count} clients`;
    const comparison = { benchmark: 'events-10k, CPU', workload, unit: 'µs each' };
    return [compare({ ...comparison, ...names, goal, better: 'less' }, measured)];
  },
};

/** Of a message of 126 to 65 535 bytes without a mask (RFC 6455 §5.2). */
const frameHeadBytes = 4;

function startOurs(context: BenchContext): Promise<ChildProgram> {
  const argument: WaitingArgument = { directory: context.folder('events') };
  return start(context, 'servers/events-server.ts', argument);
}

async function start(
  context: BenchContext,
  program: string,
  argument: object,
): Promise<ChildProgram> {
  const { serverNodeArguments: nodeArguments } = context;
  const server = await startProgram({ program, core: serverCore, argument, nodeArguments });
  context.later(() => server.stop());
  return server;
}

interface Listeners {
  readonly callers: WaitingCallers;
  readonly count: number;
}

function eventsVariant(name: string, server: ChildProgram, listeners: Listeners): Variant {
  const { callers, count } = listeners;
  return {
    name,
    measure: async () => {
      await connect(server, callers, count);
      await tellOnce(server, callers);
      const slice = await measureEvents(server, listeners);
      await callers.tell({ kind: 'close' });
      return slice;
    },
  };
}

async function measureEvents(server: ChildProgram, { callers, count }: Listeners): Promise<Slice> {
  const startedAt = performance.now();
  const before = readProcessorTime([server.pid], serverCore);
  for (let event = 0; event < eventsInSlice; event += 1) await tellOnce(server, callers);
  const use = useBetween(before, readProcessorTime([server.pid], serverCore));
  const took = (performance.now() - startedAt) / eventsInSlice;
  return {
    value: took,
    processorUs: use === null ? null : use.ownNs / 1000 / eventsInSlice / count,
    foreignShare: use?.foreignShare ?? null,
    notes: { 'to all ms': took },
  };
}

async function connect(
  server: ChildProgram,
  callers: WaitingCallers,
  count: number,
): Promise<void> {
  const { port, key } = waitingGreeting.parse(server.greeting);
  const request = handshake({ port, key });
  await callers.tell({ kind: 'open', port, count, request, mark: readyMark });
}

/** Tells everybody one event; resolves with what the first of them received. */
async function tellOnce(server: ChildProgram, callers: WaitingCallers): Promise<string> {
  await callers.tell({ kind: 'expect', mark: eventMark });
  await server.ask({ kind: 'release' });
  return callers.tell({ kind: 'arrived' });
}

function handshake({ port, key }: WaitingGreeting): string {
  const headers = {
    authorization: `Bearer ${key}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  const host = `127.0.0.1:${port}`;
  return requestText({ method: 'GET', path: '/v1/videos/events', host, headers, body: '' });
}
