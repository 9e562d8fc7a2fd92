import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import type { OutboundProxy } from '../proxy/outbound-proxy.ts';
import { createProxiedConnector } from '../proxy/proxied-connector.ts';
import { GuardedFetchError, refuse } from './guarded-fetch-refusal.ts';
import { checkAddress } from './check-address.ts';
import { addressNotAllowed, type FetchTarget } from './check-url.ts';

/** Resolves a host name to all its IPv4 and IPv6 addresses with the machine's resolver; rejects if it has none. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export interface GuardedConnectorOptions {
  readonly target: FetchTarget;
  readonly resolveHost: ResolveHost;
  readonly connectTimeoutMs: number;
  /** Once aborted, no connection is opened, however late the resolver responds. */
  readonly signal: AbortSignal;
  /** Certificate authorities (PEM) trusted instead of Node's; for on-premises hosts. */
  readonly certificateAuthorities?: readonly string[];
  /** Absent = every host is reached directly. */
  readonly proxy?: OutboundProxy;
  /** True if the proxy may resolve the name of a host that has no address here. */
  readonly namesToProxy?: boolean;
}

/**
 * Creates an undici connector that checks the addresses it connects to in the same step that resolves them, so a name
 * that resolves differently between check and use (DNS rebinding) gains nothing: every address is checked, one bad
 * address refuses all, only checked ones are tried, and the connected peer is checked again.
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { target, proxy, connectTimeoutMs: timeout, certificateAuthorities: ca, signal } = options;
  const own = { allowH2: false, maxCachedSessions: 0, timeout };
  const direct = createCheckedConnector(options, own);
  const connect =
    proxy === undefined
      ? direct
      : createProxiedConnector(proxy, {
          ...own,
          ...(ca !== undefined && { ca }),
          signal,
          direct,
          resolve: (host) => addressesForProxy(options, host),
        });
  return (request, callback) => {
    const isForbiddenLiteral = isIP(request.hostname) !== 0 && !admits(target, request.hostname);
    if (isForbiddenLiteral || signal.aborted) {
      callback(new GuardedFetchError(addressNotAllowed(target, request.hostname)), null);
      return;
    }
    connect(request, callback);
  };
}

/** Connects directly, and checks the peer. Behind a proxy the peer is the proxy, which is given checked addresses. */
function createCheckedConnector(
  options: GuardedConnectorOptions,
  own: Pick<buildConnector.BuildOptions, 'allowH2' | 'maxCachedSessions' | 'timeout'>,
): buildConnector.connector {
  const { target, certificateAuthorities } = options;
  const connect = buildConnector({
    ...own,
    autoSelectFamily: true,
    lookup: createGuardedLookup(options),
    ...(certificateAuthorities === undefined ? {} : { ca: [...certificateAuthorities] }),
  });
  return (request, callback) => {
    connect(request, (...result) => {
      const [error, socket] = result;
      const peer = unmapped(socket?.remoteAddress ?? '');
      if (error !== null || admits(target, peer)) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(new GuardedFetchError(addressNotAllowed(target, peer)), null);
    });
  };
}

function createGuardedLookup(options: GuardedConnectorOptions): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    resolveGuarded(options, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (lookupOptions.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

async function resolveGuarded(
  { target, resolveHost, signal }: GuardedConnectorOptions,
  hostname: string,
): Promise<readonly [ResolvedAddress, ...ResolvedAddress[]]> {
  const addresses = await resolveHost(hostname).catch(() => []);
  const [first, ...rest] = addresses.map((address) => ({ address, family: isIP(address) }));
  if (first === undefined || signal.aborted) {
    throw new GuardedFetchError(
      refuse('host-unresolved', `The host "${target.host}" has no address.`),
    );
  }
  const refused = addresses.find((address) => !admits(target, address));
  if (refused !== undefined) throw new GuardedFetchError(addressNotAllowed(target, refused));
  return [first, ...rest];
}

/** Checked addresses for the proxy, IPv4 first: fewer networks have IPv6. */
async function addressesForProxy(
  options: GuardedConnectorOptions,
  host: string,
): Promise<readonly [string, ...string[]]> {
  if (isIP(host) !== 0) return [host];
  try {
    const addresses = await resolveGuarded(options, host);
    const ofFamily = (wanted: number) =>
      addresses.filter(({ family }) => family === wanted).map(({ address }) => address);
    const [first = host, ...rest] = [...ofFamily(4), ...ofFamily(6)];
    return [first, ...rest];
  } catch (error) {
    const isUnresolved =
      error instanceof GuardedFetchError && error.refusal.reason === 'host-unresolved';
    if (isUnresolved && options.namesToProxy === true) return [host];
    throw error;
  }
}

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

function admits(target: FetchTarget, address: string): boolean {
  const verdict = checkAddress(address);
  return verdict === 'public' || (verdict === 'private' && target.admitsPrivate);
}

/** A dual-stack socket reports an IPv4 peer as `::ffff:a.b.c.d`; the chosen address was the IPv4 one. */
function unmapped(address: string): string {
  return isIP(address) === 0 ? '' : ipaddr.process(address).toString();
}
