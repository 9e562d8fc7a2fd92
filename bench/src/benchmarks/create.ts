import { asRate, loadVariant } from '../harness/load-driver.ts';
import { type Rounds, runRounds, type Variant } from '../harness/run-rounds.ts';
import { type Server, startLoad, startServer } from '../harness/start-server.ts';
import type { RequestPlan } from '../load/load-order.ts';
import { type PeerArgument, type PortGreeting, portGreeting } from '../servers/messages.ts';
import { compare, type Row } from '../report/row.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startBare, startGateway } from './gateway.ts';

const names = {
  ours: 'gateway',
  bare: 'bare Fastify POST',
  plain: 'one transaction for each step',
  replay: 'replay',
};
const goals = { bare: { atLeast: 0.25 }, plain: { atLeast: 5 }, replay: { atLeast: 0.8 } };

/** Keys that are sent again and again, once each has been accepted in the round to warm up. */
const replayedKeys = 200;

/** Creations on the embedded store beside a route that does nothing, and beside a plain program with a transaction. */
export const create: Benchmark = {
  name: 'create',
  summary:
    'POST with random Idempotency-Keys, synchronous=FULL, beside a bare Fastify POST and beside one plain transaction; replays beside creations',
  run: async (context) => [...(await measure(context, 64)), ...(await measure(context, 1))],
};

/** Starts the program that runs each step in a separate transaction. */
export function startPlain(
  context: BenchContext,
  argument: PeerArgument,
): Promise<Server<PortGreeting>> {
  return startServer(context, 'peers/plain-gateway.ts', { argument, greeting: portGreeting });
}

async function measure(context: BenchContext, connections: number): Promise<readonly Row[]> {
  const driver = await startLoad(context);
  const ours = await startGateway(context, {
    directory: context.newFolder('create'),
    store: 'sqlite',
  });
  const bare = await startBare(context, { task: {}, list: {} });
  const plain = await startPlain(context, {
    directory: context.newFolder('create-plain'),
    providerPort: 0,
  });
  const { key } = ours.greeting;
  const variant = (name: string, server: Server<PortGreeting>, requests: RequestPlan): Variant => {
    const order = { port: server.greeting.port, connections, pids: [server.pid], requests };
    return loadVariant({ name, driver, order, seconds: context.sliceSeconds, toSlice: asRate });
  };
  const creations = { kind: 'create', key } as const;
  const variants = [
    variant(names.bare, bare, creations),
    variant(names.plain, plain, creations),
    variant(names.ours, ours, creations),
    variant(names.replay, ours, { ...creations, keys: replayedKeys }),
  ];
  const measured = await runRounds({ ...context, variants });
  for (const server of [ours, bare, plain]) await server.stop();
  return rowsOf(measured, connections);
}

function rowsOf(measured: Rounds, connections: number): readonly Row[] {
  const workload = connections === 1 ? '1 connection' : `${connections} connections`;
  const common = { benchmark: 'create', workload, unit: '/s', better: 'more' } as const;
  const ofMany = <Goal>(goal: Goal): Goal | null => (connections === 1 ? null : goal);
  return [
    compare(
      { ...common, ours: names.ours, other: names.bare, goal: ofMany(goals.bare), isCeiling: true },
      measured,
    ),
    compare(
      {
        ...common,
        ours: names.ours,
        other: names.plain,
        goal: ofMany(goals.plain),
        checkedBy: 'ratio',
      },
      measured,
    ),
    compare(
      { ...common, ours: names.replay, other: names.ours, goal: ofMany(goals.replay) },
      measured,
    ),
  ];
}
