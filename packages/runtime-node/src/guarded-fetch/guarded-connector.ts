import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
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
}

/**
 * Creates an undici connector that checks the addresses it connects to in the same step that resolves them, so a name
 * that resolves differently between check and use (DNS rebinding) gains nothing: every address is checked, one bad
 * address refuses all, only checked ones are tried, and the connected peer is checked again.
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { target, connectTimeoutMs, certificateAuthorities } = options;
  const connect = buildConnector({
    allowH2: false,
    maxCachedSessions: 0,
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    lookup: createGuardedLookup(options),
    ...(certificateAuthorities === undefined ? {} : { ca: [...certificateAuthorities] }),
  });
  return (request, callback) => {
    const isForbiddenLiteral = isIP(request.hostname) !== 0 && !admits(target, request.hostname);
    if (isForbiddenLiteral || options.signal.aborted) {
      callback(new GuardedFetchError(addressNotAllowed(target, request.hostname)), null);
      return;
    }
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

function createGuardedLookup({
  target,
  resolveHost,
  signal,
}: GuardedConnectorOptions): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    resolveGuarded().then(
      (addresses) => {
        const [first] = addresses;
        if (lookupOptions.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );

    async function resolveGuarded(): Promise<readonly [ResolvedAddress, ...ResolvedAddress[]]> {
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
  };
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
