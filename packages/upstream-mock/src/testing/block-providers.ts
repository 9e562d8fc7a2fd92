import { type LookupFunction, Socket, type TcpSocketConnectOpts } from 'node:net';
import { setImmediate } from 'node:timers';
import { isOwnName } from '../input/foreign-control.ts';

export interface BlockOptions {
  /** Hosts that may be called besides loopback ones, including their subdomains. */
  readonly allow?: readonly string[] | undefined;
  /** Context for the error, such as the name of the test. */
  readonly where?: string | undefined;
}

/** A blocked call that left the machine, and could have cost money. */
export class ProviderBlocked extends Error {
  /** Host name of the connection. */
  readonly host: string;

  constructor(host: string, where: string | undefined) {
    const test = where === undefined ? '' : ` in "${where}"`;
    super(
      `A call to ${host}${test} was blocked: point the client at the mock, or, if it costs nothing, allow the host: { allow: ['${host}'] }.`,
    );
    this.name = 'ProviderBlocked';
    this.host = host;
  }
}

/**
 * Blocks all connections of this process to hosts other than loopback ones: they fail with a `ProviderBlocked` error,
 * as the `cause` of what `fetch` throws. Some clients call their provider in spite of their base URL:
 * `createFal({ baseURL })` sends videos to queue.fal.run [mock.block-providers].
 *
 * Connections through a proxy on this machine are not detected.
 *
 * @returns a function that ends the block; blocks may overlap, and end in any order
 */
export function blockProviders({ allow = [], where }: BlockOptions = {}): () => void {
  const allowed = allow.map((host) => host.toLowerCase());
  // All of fetch, http, https, http2 and tls connect here.
  const current: unknown = Reflect.get(Socket.prototype, 'connect');
  const guard = isGuard(current) ? current : createGuard(current);
  const block: Block = { allowed, where };
  guard.blocks.add(block);
  Reflect.set(Socket.prototype, 'connect', guard);
  return () => {
    guard.blocks.delete(block);
    const isInstalled = Reflect.get(Socket.prototype, 'connect') === guard;
    if (guard.blocks.size === 0 && isInstalled)
      Reflect.set(Socket.prototype, 'connect', guard.connect);
  };
}

interface Block {
  readonly allowed: readonly string[];
  readonly where: string | undefined;
}

type Connect = (this: Socket, ...given: unknown[]) => Socket;

/** Replaces `connect` while anything is blocked. */
type Guard = Connect & { readonly connect: unknown; readonly blocks: Set<Block> };

function isGuard(connect: unknown): connect is Guard {
  return typeof connect === 'function' && 'blocks' in connect && connect.blocks instanceof Set;
}

function createGuard(connect: unknown): Guard {
  if (typeof connect !== 'function') throw new Error('This Node connects in another way.');
  const blocks = new Set<Block>();
  const guarded: Connect = function guarded(this: Socket, ...given) {
    const host = hostOf(given) ?? 'localhost';
    const block = blockOf(host, blocks);
    const args = block === undefined ? given : [failing(new ProviderBlocked(host, block.where))];
    Reflect.apply(connect, this, args);
    return this;
  };
  return Object.assign(guarded, { connect, blocks });
}

/** The latest block of a host that it does not allow. */
function blockOf(host: string, blocks: ReadonlySet<Block>): Block | undefined {
  if (isOwnName(host, []) || isBelow(host, 'localhost')) return undefined;
  return [...blocks].findLast(({ allowed }) => !allowed.some((name) => isBelow(host, name)));
}

/** Options of a connection whose name lookup fails with this error. */
function failing(error: ProviderBlocked): TcpSocketConnectOpts {
  // Delayed, because callers listen for errors only after the call.
  const lookup: LookupFunction = (_host, _options, done) => setImmediate(() => done(error, ''));
  // An address would not be looked up.
  return { host: 'blocked.invalid', port: 443, lookup };
}

/** The host in `connect(options)`, `connect(port, host)`, or the list of arguments that `net.connect` passes on. */
function hostOf(given: readonly unknown[]): string | undefined {
  const [first, second] = given;
  if (Array.isArray(first)) return hostOf(first);
  const isObject = typeof first === 'object' && first !== null;
  const host = isObject && 'host' in first ? first.host : second;
  return typeof host === 'string' ? host.toLowerCase().replace(/^\[(.*)\]$|\.$/, '$1') : undefined;
}

function isBelow(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
