import { setTimeout as pause } from 'node:timers/promises';
import { adminView } from '../fault/admin-view.ts';
import type { GatewayProcess } from '../fault/crash-harness.ts';
import { FleetWorld, type Wish } from '../fault/fleet/fleet-world.ts';
import type { Line } from '../fault/fleet/line.ts';
import { Soak, type SoakRound } from './soak.ts';

/**
 * Two nodes on one Redis, and faults at random moments: nodes killed and stopped, Redis killed, lines gone bad. Each
 * round is checked by the mock's ledger and the administrator's view. `npm run soak:fleet -- --minutes 5 --seed 7`.
 */
const soak = Soak.fromCommandLine(5);

/** Maximum number of wishes: one page of the administrator, and affordable for the user. */
const mostWishes = 90;
const mostFaults = 5;
const longestRunSeconds = 6_000;
/** Duration of a laptop's sleep, or of a machine's migration. */
const longestStopMs = 40_000;
const longestWeatherMs = 12_000;
/** Unknown jobs keep their slots for a quarter of an hour; enough must remain for all others. */
const cap = 200;

/** A member of the fleet: its line stays, its process may change. */
interface Endpoint {
  readonly line: Line;
  node: GatewayProcess;
}

type Fault = (world: FleetWorld, endpoint: Endpoint) => Promise<void>;

const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  [
    'node killed',
    async (world, endpoint) => {
      await endpoint.node.child.stop('SIGKILL');
      await pause(soak.upTo(6_000));
      endpoint.node = await world.node({ redisLine: endpoint.line });
    },
  ],
  [
    'node stopped',
    async (_world, { node }) => {
      node.child.process.kill('SIGSTOP');
      await pause(soak.upTo(longestStopMs));
      node.child.process.kill('SIGCONT');
    },
  ],
  [
    'Redis killed',
    async (world) => {
      await world.redis.kill();
      await pause(soak.upTo(5_000));
      await world.redis.start();
    },
  ],
  ['scripts lost', async (world) => void (await world.redis.ask('SCRIPT', 'FLUSH'))],
  ['answers lost', (_world, { line }) => weather(line, () => line.loseEvery(2 + soak.upTo(8)))],
  ['silence', (_world, { line }) => weather(line, () => line.goSilent())],
  ['delay', (_world, { line }) => weather(line, () => line.delay(soak.upTo(4_000)))],
]);

async function weather(line: Line, begin: () => void): Promise<void> {
  begin();
  await pause(soak.upTo(longestWeatherMs));
  line.heal();
}

/** Creates tasks from time to time, some of them repeatedly, until the end of the round. */
async function ask(
  world: FleetWorld,
  endpoints: readonly Endpoint[],
  over: AbortSignal,
): Promise<void> {
  const asked: Wish[] = [];
  const asking: Promise<unknown>[] = [];
  while (!over.aborted && asked.length < mostWishes) {
    const old = soak.chance(0.2) ? asked[soak.upTo(asked.length - 1)] : undefined;
    const wish = old ?? newWish(asked.length);
    if (old === undefined) asked.push(wish);
    const endpoint = endpoints[soak.upTo(endpoints.length - 1)];
    if (endpoint !== undefined) asking.push(world.create(endpoint.node, wish));
    await pause(soak.upTo(600));
  }
  await Promise.all(asking);
}

function newWish(index: number): Wish {
  return {
    prompt: `video ${index} ${soak.behaviour(longestRunSeconds)}`,
    key: `film-${index}`,
  };
}

async function playRound(): Promise<SoakRound> {
  const world = await FleetWorld.open({ cap });
  try {
    const first = await openEndpoint(world);
    await world.furnish(first.node);
    const endpoints = [first, await openEndpoint(world)];
    const over = new AbortController();
    const asking = ask(world, endpoints, over.signal);
    const befell: string[] = [];
    for (let left = 1 + soak.upTo(mostFaults - 1); left > 0; left -= 1) {
      const [name, fault] = [...faults][soak.upTo(faults.size - 1)] ?? [];
      const endpoint = endpoints[soak.upTo(endpoints.length - 1)];
      if (name === undefined || fault === undefined || endpoint === undefined) continue;
      befell.push(name);
      await fault(world, endpoint);
      await pause(soak.upTo(2_000));
    }
    over.abort();
    await asking;
    for (const { node } of endpoints) await world.readiness(node, 200);
    const present = await adminView(first.node.localUrl);
    const jobs = await world.settled(present, (await present.jobs()).length);
    const unknown = jobs.filter(({ state }) => state === 'outcome_unknown').length;
    return {
      said: `${befell.join(', ')}; ${jobs.length} jobs, ${unknown} of them unknown`,
      problems: await world.check(present),
    };
  } finally {
    await world.close();
  }
}

async function openEndpoint(world: FleetWorld): Promise<Endpoint> {
  const line = await world.lineToRedis();
  return { line, node: await world.node({ redisLine: line }) };
}

process.exitCode = (await soak.play(playRound)).length === 0 ? 0 : 1;
