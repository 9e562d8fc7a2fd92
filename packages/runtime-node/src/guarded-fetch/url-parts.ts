/** A URL's host without the brackets of an IPv6 address: the form resolvers, sockets and lists use. */
export function unbracketedHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/**
 * The port a URL leads to, its scheme's default included.
 *
 * @param url - with scheme `http` or `https`
 */
export function effectivePort(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'http:' ? 80 : 443;
}
