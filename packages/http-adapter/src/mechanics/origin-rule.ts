/** The headers that say where a request comes from; undefined where absent. */
export interface RequestOrigin {
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  readonly host: string | undefined;
}

export type OriginVerdict = 'own' | 'foreign-origin' | 'foreign-host';

/**
 * Whether a request may change something on the strength of a cookie. A foreign `Origin`, or `Sec-Fetch-Site:
 * cross-site`, is another site's page; a `Host` that is none of ours is a page whose name was made to point at us (DNS
 * rebinding). Programs send neither `Origin` nor `Sec-Fetch-Site` and pass.
 *
 * @param ownOrigins - as browsers write them: scheme, host, and port unless it is the scheme's own
 */
export function judgeOrigin(request: RequestOrigin, ownOrigins: readonly string[]): OriginVerdict {
  const own = ownOrigins.map((origin) => new URL(origin));
  if (request.secFetchSite?.toLowerCase() === 'cross-site') return 'foreign-origin';
  const { origin } = request;
  if (origin !== undefined && !own.some((url) => url.origin === origin.toLowerCase()))
    return 'foreign-origin';
  const hosts = own.flatMap((url) => [
    url.host,
    `${url.hostname}:${url.port === '' ? defaultPort(url) : url.port}`,
  ]);
  return request.host !== undefined && hosts.includes(request.host.toLowerCase())
    ? 'own'
    : 'foreign-host';
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}
