import { z } from 'zod';
import { type Server, startServer } from '../harness/start-server.ts';
import {
  type BareArgument,
  type GatewayArgument,
  gatewayGreeting,
  type GatewayGreeting,
  type PortGreeting,
  portGreeting,
  type SeedPlan,
} from '../servers/messages.ts';
import type { BenchContext } from './benchmark.ts';

/** A folder with a seeded store, shared by the benchmarks that only read. */
export interface SeededStore {
  readonly directory: string;
  readonly seed: SeedPlan;
}

/** A million tasks, 20 000 of them open; a tenth of both in a quick run. */
export function largeStore(context: BenchContext): SeededStore {
  const seed = context.quick ? { tasks: 100_000, open: 2_000 } : { tasks: 1_000_000, open: 20_000 };
  return seededStore(context, seed);
}

/** Ten thousand tasks of the same mixture. */
export function smallStore(context: BenchContext): SeededStore {
  return seededStore(context, { tasks: 10_000, open: 200 });
}

function seededStore(context: BenchContext, seed: SeedPlan): SeededStore {
  context.progress(`a store of ${seed.tasks} tasks (the first time takes a while)`);
  return { directory: context.keptFolder(`tasks-${seed.tasks}`), seed };
}

const anyJson = z.json();

/** A sample response of a server under test. */
export async function fetchJson(request: {
  readonly port: number;
  readonly path: string;
  readonly key: string | undefined;
}): Promise<z.infer<typeof anyJson>> {
  const headers = { authorization: `Bearer ${request.key ?? ''}` };
  const response = await fetch(`http://127.0.0.1:${request.port}${request.path}`, { headers });
  if (!response.ok)
    throw new Error(`${request.path} answered ${response.status}: ${await response.text()}`);
  return anyJson.parse(await response.json());
}

/** Starts the gateway on a folder. */
export function startGateway(
  context: BenchContext,
  argument: GatewayArgument,
): Promise<Server<GatewayGreeting>> {
  return startServer(context, 'servers/gateway-server.ts', { argument, greeting: gatewayGreeting });
}

/** Starts the ceiling of reads. */
export function startBare(
  context: BenchContext,
  argument: BareArgument,
): Promise<Server<PortGreeting>> {
  return startServer(context, 'servers/bare-server.ts', { argument, greeting: portGreeting });
}
