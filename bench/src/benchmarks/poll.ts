import { asRate, loadVariant } from '../harness/load-driver.ts';
import { runRounds } from '../harness/run-rounds.ts';
import { startLoad } from '../harness/start-server.ts';
import { compare, type Row } from '../report/row.ts';
import type { BareArgument } from '../servers/messages.ts';
import { readTaskBook, type TaskBook } from '../world/task-book.ts';
import type { Benchmark } from './benchmark.ts';
import { fetchJson } from './fetch-json.ts';
import { startBare, startGateway } from './gateway.ts';
import { largeStore } from './stores.ts';

const connections = 64;

const names = { ours: 'gateway', other: 'bare Fastify' };

/** Reading tasks by id, with a credential, from a store of a million. */
export const poll: Benchmark = {
  name: 'poll',
  summary:
    'GET by id, auth on: 20 000 open tasks (hot) and all 1 000 000 (cold), beside a bare Fastify route',
  run: async (context) => {
    const driver = await startLoad(context);
    const { directory, seed } = largeStore(context);
    const ours = await startGateway(context, { directory, store: 'sqlite', seed });
    const { port, tasksFile } = ours.greeting;
    const book = readTaskBook(tasksFile);
    const argument: BareArgument = { task: await sampleTask(port, book), list: {} };
    const bare = await startBare(context, argument);
    const total = book.ids.length;
    const workloads = [
      { name: 'hot', from: total - book.open, to: total, goal: { atLeast: 0.9 } },
      { name: 'cold', from: 0, to: total, goal: { atLeast: 0.65 } },
    ];
    const rows: Row[] = [];
    for (const { name, from, to, goal } of workloads) {
      const requests = { kind: 'poll', tasksFile, from, to } as const;
      const common = { driver, seconds: context.sliceSeconds, toSlice: asRate };
      const order = { connections, requests };
      const variants = [
        {
          ...common,
          name: names.other,
          order: { ...order, port: bare.greeting.port, pids: [bare.pid] },
        },
        { ...common, name: names.ours, order: { ...order, port, pids: [ours.pid] } },
      ].map(loadVariant);
      const measured = await runRounds({ ...context, variants });
      const comparison = { benchmark: `poll-${name}`, workload: `${to - from} tasks`, unit: '/s' };
      rows.push(
        compare({ ...comparison, ...names, goal, better: 'more', isCeiling: true }, measured),
      );
    }
    return rows;
  },
};

/** A finished task, whose answer is the longest. */
function sampleTask(port: number, { ids, owners, keys }: TaskBook): ReturnType<typeof fetchJson> {
  return fetchJson({ port, path: `/v1/videos/${ids[1]}`, key: keys[owners[1] ?? 0] });
}
