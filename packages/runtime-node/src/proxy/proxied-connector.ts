import type { Socket } from 'node:net';
import { Unanswered, whyUnanswered } from '@filmgate/core';
import { buildConnector } from 'undici';
import type { OutboundProxy } from './outbound-proxy.ts';

/** Options of the connections of one connector. */
export interface ProxiedConnectorOptions {
  /** Maximum time from the first look-up to the end of the TLS handshake, CONNECT included, in ms. */
  readonly timeout: number;
  readonly allowH2?: boolean;
  readonly maxCachedSessions?: number;
  /** Certificate authorities (PEM) trusted instead of Node's. */
  readonly ca?: readonly string[];
  /** Ends a CONNECT in progress. */
  readonly signal?: AbortSignal;
  /** Connects without the proxy; absent = undici's connector with these options. */
  readonly direct?: buildConnector.connector;
  /** Hosts or addresses that the proxy connects to in place of a host, in turn; absent = the host itself. */
  readonly resolve?: (host: string) => Promise<readonly [string, ...string[]]>;
}

/**
 * Creates an undici connector. An https host is reached through a tunnel with TLS to the host itself, so that the proxy
 * sees its name or address and no request. http, and what the proxy is not used for, is reached directly.
 */
export function createProxiedConnector(
  proxy: OutboundProxy,
  { timeout, signal, direct: given, resolve, ca, ...others }: ProxiedConnectorOptions,
): buildConnector.connector {
  const tls = { ...others, ...(ca !== undefined && { ca: [...ca] }) };
  const direct = given ?? buildConnector({ ...tls, timeout });
  return (request, done) => {
    const { hostname: host, protocol } = request;
    const port = request.port === '' ? 443 : Number(request.port);
    if (protocol !== 'https:' || !proxy.isUsedFor(host, port)) {
      direct(request, done);
      return;
    }
    const startedAt = performance.now();
    // Kept for the end of the call: a timeout that is only part of another signal may be collected.
    const deadline = AbortSignal.timeout(timeout);
    const limit = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const fail = (error: unknown) =>
      done(error instanceof Error ? error : new Error(String(error)), null);
    openFirst(proxy, { host, port, resolve, limit }).then((httpSocket) => {
      try {
        if (httpSocket === undefined) {
          direct(request, done);
          return;
        }
        const left = deadline.aborted ? 1 : Math.max(1, timeout - (performance.now() - startedAt));
        const secure = buildConnector({ ...tls, timeout: left });
        secure({ ...request, httpSocket }, namingProxy(proxy, done));
      } catch (error) {
        httpSocket?.destroy();
        fail(error);
      }
    }, fail);
  };
}

interface TunnelCall {
  readonly host: string;
  readonly port: number;
  readonly resolve: ProxiedConnectorOptions['resolve'];
  readonly limit: AbortSignal;
}

/** Opens the first tunnel that can be opened; undefined if an address is reached directly. */
async function openFirst(
  proxy: OutboundProxy,
  { host, port, resolve, limit }: TunnelCall,
): Promise<Socket | undefined> {
  const hosts = resolve === undefined ? [host] : await within(limit, resolve(host));
  if (!hosts.every((one) => proxy.isUsedFor(one, port))) return undefined;
  let failed: unknown;
  for (const one of hosts) {
    try {
      return await proxy.open({ host: one, port }, limit);
    } catch (error) {
      failed = error;
      if (limit.aborted) break;
    }
  }
  throw failed;
}

async function within<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  const { promise: given, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([value, given]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Adds the proxy to the reason why no TLS connection was made behind it. */
function namingProxy(
  { name }: OutboundProxy,
  done: buildConnector.Callback,
): buildConnector.Callback {
  return (...result) => {
    const why = result[0] === null ? undefined : whyUnanswered(result[0]);
    if (why === undefined) done(...result);
    else done(new Unanswered(`${why} through the proxy ${name}`, result[0]), null);
  };
}
