import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Where a listener shall be bound, and the name of the setting that says so. */
export interface Binding {
  readonly app: FastifyInstance;
  readonly host: string;
  readonly port: number;
  readonly portSetting: 'FILMGATE_LOCAL_PORT' | 'FILMGATE_TASKS_PORT';
  /** The address a name stands for; absent = as the system says, an IPv4 address where it has one. */
  readonly resolve?: (name: string) => Promise<string>;
}

/**
 * How many connections may wait to be accepted; the system lowers it to a bound of its own (on Linux
 * `net.core.somaxconn`). Node asks for 511, and callers who come by the thousand would be turned away in the moment they
 * connect.
 */
const backlog = 65_535;

/** What the operating system's refusals mean, by Node's error code. */
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
 * Binds a listener to one address; gives the port, which the system chooses where 0 is asked for.
 *
 * @throws Error with a sentence for the operator
 */
export async function bindListener(binding: Binding): Promise<number> {
  const { app, port, resolve = firstAddress } = binding;
  const host = unbracketed(binding.host);
  try {
    // Given the name `localhost`, Fastify opens a second server, which has no bounds, for the other family of addresses.
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
