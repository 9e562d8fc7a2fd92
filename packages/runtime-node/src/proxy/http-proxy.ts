/** An HTTP proxy that opens tunnels. */
export interface HttpProxy {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`, a secret; null without a login. */
  readonly authorization: string | null;
}

/** The proxy of a URL, or the rule that the URL breaks; the rule repeats nothing of the URL. */
export type ProxyUrlReading =
  | { readonly kind: 'parsed'; readonly proxy: HttpProxy }
  | { readonly kind: 'refused'; readonly rule: string };

const defaultPort = 80;

/** Reads `http://[user:password@]host[:port]`, user and password percent-encoded. */
export function parseProxyUrl(text: string): ProxyUrlReading {
  const url = URL.parse(text);
  if (url === null || url.hostname === '')
    return refused('must be a URL like http://[user:password@]host:port');
  if (url.protocol !== 'http:')
    return refused('must begin with http://: TLS to the proxy itself is not supported');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return refused('must end after the port, without path, query and fragment');
  const login = decoded(`${url.username}:${url.password}`);
  if (login === undefined)
    return refused('must have a percent-encoded user and password: a % is written %25');
  return {
    kind: 'parsed',
    proxy: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? defaultPort : Number(url.port),
      authorization: login === ':' ? null : `Basic ${Buffer.from(login).toString('base64')}`,
    },
  };
}

function refused(rule: string): ProxyUrlReading {
  return { kind: 'refused', rule };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Formats a host and a port as in a URL and in a CONNECT. */
export function authorityOf({ host, port }: Pick<HttpProxy, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
