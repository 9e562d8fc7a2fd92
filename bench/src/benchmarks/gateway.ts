import { type Server, startServer } from '../harness/start-server.ts';
import { type BareArgument, type GatewayArgument, gatewayGreeting } from '../servers/messages.ts';
import { type GatewayGreeting, type PortGreeting, portGreeting } from '../servers/messages.ts';
import type { BenchContext } from './benchmark.ts';

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
