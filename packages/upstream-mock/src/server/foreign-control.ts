import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

/**
 * Why a control request is refused; undefined when it may pass. A page of any site can post to a loopback address, and by
 * a name of its own that leads there (DNS rebinding) read the responses too.
 *
 * @param told - names the control routes are reached under besides those of this machine; `every` where a token is asked for,
 *   which no page has, whatever name it reached them by
 */
export function foreignControl(
  headers: IncomingHttpHeaders,
  told: readonly string[] | 'every',
): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (String(site).toLowerCase() === 'cross-site') return 'the request comes from another site';
  const url = URL.parse(`http://${host}`);
  if (url === null || (told !== 'every' && !isOwnName(url.hostname, told)))
    return 'the Host header is no name of the control routes; tell one with --control-host';
  if (origin !== undefined && !isPageOf(origin, host)) return 'the request comes from another site';
  return undefined;
}

/** Whether a page is one of this host and port. Its scheme is that of a proxy in front of the mock, which speaks no TLS. */
function isPageOf(origin: string, host: string): boolean {
  const page = URL.parse(origin);
  if (page === null || !/^https?:$/.test(page.protocol)) return false;
  return URL.parse(`${page.protocol}//${host}`)?.host === page.host;
}

/** Whether a host is this machine under a loopback name, or under one that was told. */
export function isOwnName(hostname: string, told: readonly string[]): boolean {
  return hostname === 'localhost' || isLoopback(hostname) || isToldName(hostname, told);
}

/** Whether a host is one that was told. */
export function isToldName(hostname: string, told: readonly string[]): boolean {
  return told.some((name) => URL.parse(`http://${inUrl(name)}`)?.hostname === hostname);
}

/** Whether an address, in brackets or not, is one of this machine alone. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain === '::1' || plain === '[::1]' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** Whether a request comes from this machine, and no proxy says that it passed on someone else's. */
export function isLocalCall({
  headers,
  socket,
}: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}): boolean {
  const isForwarded = proxyHeaders.some((name) => headers[name] !== undefined);
  // A connection that is gone has no address any more.
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

function inUrl(name: string): string {
  return name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
}
