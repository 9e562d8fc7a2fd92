import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

/**
 * Reason why a control request is refused; undefined if it is allowed. A page of any site can post to a loopback
 * address, and read the responses too through a name of its own that leads there (DNS rebinding).
 *
 * @param hosts - host names of the control routes besides those of this machine; `every` if a token is required, which
 *   no page has, whatever name it uses
 */
export function foreignControl(
  headers: IncomingHttpHeaders,
  hosts: readonly string[] | 'every',
): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (String(site).toLowerCase() === 'cross-site') return 'the request comes from another site';
  const url = URL.parse(`http://${host}`);
  if (url === null || (hosts !== 'every' && !isOwnName(url.hostname, hosts)))
    return 'the Host header is not an allowed host of the control routes; add it with --control-host';
  if (origin !== undefined && !isPageOf(origin, host)) return 'the request comes from another site';
  return undefined;
}

/** Returns true if a page has this host and port. Its scheme is that of a proxy: the mock speaks no TLS. */
function isPageOf(origin: string, host: string): boolean {
  const page = URL.parse(origin);
  if (page === null || !/^https?:$/.test(page.protocol)) return false;
  return URL.parse(`${page.protocol}//${host}`)?.host === page.host;
}

/** Returns true if a host is a loopback name or an allowed one. */
export function isOwnName(hostname: string, hosts: readonly string[]): boolean {
  return hostname === 'localhost' || isLoopback(hostname) || isNamedHost(hostname, hosts);
}

/** Returns true if a host is an allowed one. */
export function isNamedHost(hostname: string, hosts: readonly string[]): boolean {
  return hosts.some((name) => URL.parse(`http://${inUrl(name)}`)?.hostname === hostname);
}

/** Returns true if an address, in brackets or not, is a loopback address. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain === '::1' || plain === '[::1]' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** Returns true if a request comes from this machine, and no proxy reports that it passed on someone else's. */
export function isLocalCall({
  headers,
  socket,
}: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}): boolean {
  const isForwarded = proxyHeaders.some((name) => headers[name] !== undefined);
  // A closed connection no longer has an address.
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

function inUrl(name: string): string {
  return name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
}
