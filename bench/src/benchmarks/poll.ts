import { asRate, loadVariant } from '../harness/load-driver.ts';
import { runRounds } from '../harness/run-rounds.ts';
import { startLoad, startServer } from '../harness/start-server.ts';
import { compare, type Row } from '../report/row.ts';
import type { BareServerArgument, BareServerGreeting } from '../servers/bare-server.ts';
import { readTaskBook } from '../world/task-book.ts';
import type { Benchmark } from './benchmark.ts';
import { fetchJson } from './fetch-json.ts';
import { startGateway } from './gateway.ts';
import { largeStore } from './stores.ts';

const connections = 64;

/** Reading tasks by id, with a credential, from a store of a million. */
export const poll: Benchmark = {
  name: 'poll',
  summary: 'GET by id, auth on: 20 000 open tasks (hot) and all 1 000 000 (cold), beside a bare Fastify route',
  run: async (context) => {
    const driver = await startLoad(context);
    const { directory, seed } = largeStore(context);
    const ours = await startGateway(context, { directory, store: 'sqlite', seed });
    const { port, tasksFile } = ours.greeting;
    const book = readTaskBook(tasksFile);
    const last = book.ids.length - 1;
    const task = await fetchJson({ port, path: `/v1/videos/${book.ids[last]}`, key: book.keys[book.owners[last] ?? 0] });
    const argument: BareServerArgument = { task, list: {} };
    const bare = await startServer<BareServerGreeting>(context, 'servers/bare-server.ts', argument);
    const rows: Row[] = [];
    const workloads = [
      { name: 'hot', from: book.ids.length - book.open, to: book.ids.length, goal: { atLeast: 0.9 } },
      { name: 'cold', from: 0, to: book.ids.length, goal: { atLeast: 0.65 } },
    ];
    for (const { name, from, to, goal } of workloads) {
      const requests = { kind: 'poll', tasksFile, from, to } as const;
      const common = { driver, seconds: context.sliceSeconds, toSlice: asRate };
      const variants = [
        { ...common, name: 'bare Fastify', order: { port: bare.greeting.port, connections, requests, pids: [bare.pid] } },
        { ...common, name: 'gateway', order: { port, connections, requests, pids: [ours.pid] } },
      ].map(loadVariant);
      const measured = await runRounds({ ...context, variants });
      const workload = `${to - from} tasks`;
      const names = { ours: 'gateway', other: 'bare Fastify' };
      rows.push(compare({ benchmark: `poll-${name}`, workload, unit: '/s', ...names, goal, better: 'more' }, measured));
    }
    return rows;
  },
};
