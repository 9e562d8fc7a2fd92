import { createServer, type RequestListener, type Server } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { MockSpace } from '../space/mock-space.ts';
import { spacePath } from '../space/space-name.ts';
import { type ProviderReply, textReply } from '../http/provider-request.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import { listen } from './listen.ts';

/** Addresses that URLs of strangers must not lead to (RFC 1122 §3.2.1.3, RFC 1918, RFC 4193, RFC 3927). */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addSubnet('169.254.0.0', 16);
privateAddresses.addSubnet('::1', 128, 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');

/** Path at which the mock records clients that follow a redirect to a private address. */
const ssrfCanaryPath = /^\/latest\/meta-data\/([\w-]{1,80})$/;

/** SSRF canaries: ports of private addresses to which only redirects lead, so every request there followed one. */
export class SsrfCanaries {
  readonly #handle: RequestListener;
  /** By address. Each is opened when it is first needed. */
  readonly #open = new Map<string, Promise<Server>>();

  /** @param handle - answers requests to a canary */
  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  /** Points a redirect to a private address at a canary, if the caller reached the mock at a private address. */
  async lead(
    { socket }: ReceivedRequest,
    reply: ProviderReply,
    { name, world: { requestHistory } }: Pick<MockSpace, 'name' | 'world'>,
  ): Promise<ProviderReply> {
    if (reply.kind !== 'response' || reply.ssrfCanary === undefined) return reply;
    const { job, isSeen } = reply.ssrfCanary;
    const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (!isSeen || !privateAddresses.check(address, family)) {
      requestHistory.see(requestHistory.unseen, job);
      return reply;
    }
    const port = portOf(await this.#at(address));
    const host = family === 'ipv6' ? `[${address}]` : address;
    const location = `http://${host}:${port}${spacePath(name)}/latest/meta-data/${job}`;
    return { ...reply, headers: { ...reply.headers, location } };
  }

  /** Returns true if a request came to a canary. */
  async has({ socket }: ReceivedRequest): Promise<boolean> {
    const servers = await this.#listening();
    return servers.some((server) => portOf(server) === socket.localPort);
  }

  async close(): Promise<void> {
    for (const server of await this.#listening()) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #listening(): Promise<readonly Server[]> {
    const opened = await Promise.allSettled(this.#open.values());
    return opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  #at(address: string): Promise<Server> {
    const known = this.#open.get(address);
    if (known !== undefined) return known;
    const server = createServer(this.#handle);
    const open = listen(server, { host: address, port: 0 }).then(() => server);
    this.#open.set(address, open);
    open.catch(() => this.#open.delete(address));
    return open;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Response of a canary. */
export function strayReply({ world }: MockSpace, path: string): ProviderReply {
  const [, job = ''] = ssrfCanaryPath.exec(path) ?? [];
  const { requestHistory } = world;
  if (requestHistory.ofJob(job) !== undefined) {
    requestHistory.exchanges.asks('other', job);
    requestHistory.see(requestHistory.ssrfVisits, job);
  }
  return textReply(200, 'text/plain', 'a private address: no client should request it\n');
}
