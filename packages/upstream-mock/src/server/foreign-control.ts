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
  const isLoopback =
    hostname === 'localhost' ||
    hostname === '::1' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'));
  return (
    isLoopback || told.some((name) => URL.parse(`http://${inUrl(name)}`)?.hostname === hostname)
  );
}

function inUrl(name: string): string {
  return name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
}
