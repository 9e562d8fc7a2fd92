import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Address of a listener, and the name of its setting. */
export interface Binding {
  readonly app: FastifyInstance;
  readonly host: string;
  readonly port: number;
  readonly portSetting: 'FILMGATE_LOCAL_PORT' | 'FILMGATE_TASKS_PORT';
  /** Resolves a host name to an address; absent = by the system, preferring an IPv4 address. */
  readonly resolve?: (name: string) => Promise<string>;
}

/**
 * Maximum number of connections that wait to be accepted; the system may lower it (on Linux `net.core.somaxconn`).
 * Node's default is 511, and thousands of simultaneous callers would be refused when they connect.
 */
const backlog = 65_535;

/** Explanations of the operating system's refusals, by Node's error code. */
const refusals: ReadonlyMap<string, (binding: Binding) => string> = new Map([
  [
    'EADDRINUSE',
    ({ host, port, portSetting }) =>
      `Port ${port} on ${host} is in use by another program; stop that program or choose another ${portSetting}.`,
  ],
  [
    'EACCES',
    ({ host, port, portSetting }) =>
      `Port ${port} on ${host} requires more privileges; choose a ${portSetting} above 1023.`,
  ],
  [
    'EADDRNOTAVAIL',
    ({ host }) => `FILMGATE_HOST is ${host}, which is not an address of this machine.`,
  ],
  ['ENOTFOUND', ({ host }) => `FILMGATE_HOST is ${host}, a name without an address.`],
]);

async function firstAddress(name: string): Promise<string> {
  return (await lookup(name, { order: 'ipv4first' })).address;
}

/**
 * Binds a listener to one address; returns the port, which the system chooses for port 0.
 *
 * @throws Error with a sentence for the operator
 */
export async function bindListener(binding: Binding): Promise<number> {
  const { app, port, resolve = firstAddress } = binding;
  const host = unbracketed(binding.host);
  try {
    // Given the name `localhost`, Fastify opens a second server, without limits, for the other family of addresses.
    await app.listen({ host: isIP(host) === 0 ? await resolve(host) : host, port, backlog });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const message = refusals.get(code)?.(binding);
    throw message === undefined ? error : new Error(message, { cause: error });
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was bound.');
  return address.port;
}

function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
