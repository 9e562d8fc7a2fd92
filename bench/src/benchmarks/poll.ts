import { asRate, loadVariant } from '../harness/load-driver.ts';
import { runRounds, type Variant } from '../harness/run-rounds.ts';
import { type Server, startLoad } from '../harness/start-server.ts';
import type { RequestPlan } from '../load/load-order.ts';
import { compare, type Row } from '../report/row.ts';
import type { PortGreeting } from '../servers/messages.ts';
import { readTaskBook, type TaskBook } from '../world/prompt-maker.ts';
import type { Benchmark } from './benchmark.ts';
import { fetchJson, largeStore, startBare, startGateway } from './gateway.ts';

const connections = 64;
const names = { ours: 'gateway', other: 'bare Fastify' };
const goals = { hot: { atLeast: 0.7 }, cold: { atLeast: 0.35 }, 304: { atLeast: 0.8 } };
const revalidatedTasks = 500;

/** Reading tasks by id, with a credential, from a store of a million. */
export const poll: Benchmark = {
  name: 'poll',
  summary:
    'GET by id, auth on: 20 000 open tasks (hot), all 1 000 000 (cold), unchanged ones (304), beside a bare Fastify route',
  run: async (context) => {
    const driver = await startLoad(context);
    const { directory, seed } = largeStore(context);
    const ours = await startGateway(context, { directory, store: 'sqlite', seed });
    const { port, tasksFile } = ours.greeting;
    const book = readTaskBook(tasksFile);
    const bare = await startBare(context, { task: await sampleTask(port, book), list: {} });
    const total = book.ids.length;
    const hot = { kind: 'poll', tasksFile, from: total - book.open, to: total } as const;
    const workloads: readonly (readonly [keyof typeof goals, string, RequestPlan])[] = [
      ['hot', `${book.open} open tasks`, hot],
      ['cold', `${total} tasks`, { ...hot, from: 0 }],
      [304, `${revalidatedTasks} unchanged tasks`, await revalidations(port, book)],
    ];
    const rows: Row[] = [];
    for (const [name, workload, requests] of workloads) {
      const variant = (of: string, server: Server<PortGreeting>, plan: RequestPlan): Variant => {
        const order = { port: server.greeting.port, connections, pids: [server.pid] };
        const common = { driver, seconds: context.sliceSeconds, toSlice: asRate };
        return loadVariant({ ...common, name: of, order: { ...order, requests: plan } });
      };
      const variants = [variant(names.other, bare, hot), variant(names.ours, ours, requests)];
      const progress = (text: string): void => context.progress(`${name}: ${text}`);
      const measured = await runRounds({ ...context, progress, variants });
      const comparison = { benchmark: `poll-${name}`, workload, unit: '/s', goal: goals[name] };
      rows.push(compare({ ...comparison, ...names, better: 'more', isCeiling: true }, measured));
    }
    return rows;
  },
};

/** A finished task, whose response is the longest. */
function sampleTask(port: number, { ids, owners, keys }: TaskBook): ReturnType<typeof fetchJson> {
  return fetchJson({ port, path: `/v1/videos/${ids[1]}`, key: keys[owners[1] ?? 0] });
}

/** Open tasks as their owners read them. */
async function revalidations(port: number, book: TaskBook): Promise<RequestPlan> {
  const first = book.ids.length - book.open;
  const tasks = [];
  for (let index = first; index < first + revalidatedTasks; index += 1) {
    const path = `/v1/videos/${book.ids[index]}`;
    const key = book.keys[book.owners[index] ?? 0] ?? '';
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    await response.arrayBuffer();
    tasks.push({ path, key, etag: response.headers.get('etag') ?? '' });
  }
  return { kind: 'revalidate', tasks };
}
