import { startServer, type Server } from '../harness/start-server.ts';
import type { GatewayServerArgument, GatewayServerGreeting } from '../servers/gateway-server.ts';
import type { BenchContext } from './benchmark.ts';

/** Starts the gateway on a folder. */
export function startGateway(
  context: BenchContext,
  argument: GatewayServerArgument,
): Promise<Server<GatewayServerGreeting>> {
  return startServer(context, 'servers/gateway-server.ts', argument);
}
