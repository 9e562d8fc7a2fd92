import { asRate, loadVariant } from '../harness/load-driver.ts';
import { runRounds, type Slice } from '../harness/run-rounds.ts';
import { startLoad, startServer } from '../harness/start-server.ts';
import type { LoadReport } from '../load/load-order.ts';
import { compare } from '../report/row.ts';
import { portGreeting } from '../servers/messages.ts';
import { type WaitingArgument, waitingGreeting } from '../servers/waiting-messages.ts';
import type { Benchmark } from './benchmark.ts';

const connections = 64;
const names = { ours: 'gateway', other: 'bare Fastify, same bytes' };
const kibibyte = 1024;

/** The list of every full model id. */
export const models: Benchmark = {
  name: 'models',
  summary: 'GET /v1/models of the local surface: its bytes and time, beside a bare Fastify route',
  run: async (context) => {
    const driver = await startLoad(context);
    const argument: WaitingArgument = { directory: context.folder('models') };
    const greeting = waitingGreeting;
    const ours = await startServer(context, 'servers/waiting-server.ts', { argument, greeting });
    const { port, key } = ours.greeting;
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/models`, { headers });
    if (!answer.ok) throw new Error(`the list of models answered ${answer.status}`);
    const body = await answer.text();
    const bare = await startServer(context, 'servers/bare-text-server.ts', {
      argument: { characters: Buffer.byteLength(body) },
      greeting: portGreeting,
    });
    const requests = { kind: 'get', path: '/v1/models', headers } as const;
    const common = { driver, seconds: context.sliceSeconds, toSlice: withSize(body) };
    const order = { connections, requests };
    const variants = [
      { name: names.other, port: bare.greeting.port, pids: [bare.pid] },
      { name: names.ours, port, pids: [ours.pid] },
    ].map(({ name, ...where }) => loadVariant({ ...common, name, order: { ...order, ...where } }));
    const measured = await runRounds({ ...context, variants });
    const comparison = { benchmark: 'models', workload: `${connections} connections`, unit: '/s' };
    return [compare({ ...comparison, ...names, goal: null, better: 'more' }, measured)];
  },
};

function withSize(body: string): (report: LoadReport) => Slice {
  const size = Buffer.byteLength(body) / kibibyte;
  return (report) => {
    const slice = asRate(report);
    return { ...slice, notes: { ...slice.notes, KiB: size } };
  };
}
