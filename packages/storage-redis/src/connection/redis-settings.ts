import type { RedisOptions } from 'ioredis';

/**
 * Options that keep ioredis from sending anything twice or queueing anything: `ScriptRunner` alone decides what is
 * sent, when, and how often. By default ioredis sends unanswered commands again on the next connection.
 */
export function clientOptions(settings: RedisSettings): Omit<RedisOptions, 'replyMapping'> {
  return {
    lazyConnect: true,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: true,
    enableOfflineQueue: false,
    enableReadyCheck: true,
    maxRetriesPerRequest: 0,
    maxLoadingRetryTime: settings.reconnectAfterMs,
    commandTimeout: settings.responseTimeoutMs,
    connectTimeout: settings.responseTimeoutMs,
    retryStrategy: () => settings.reconnectAfterMs,
    reconnectOnError: null,
    keepAlive: 5000,
    connectionName: `filmgate:${settings.prefix}`,
    disableClientInfo: true,
    protocol: 2,
    ...address(settings.url),
  };
}

/** ioredis parses `redis:` and `rediss:` addresses itself; a socket must be given as a path. */
function address(url: string): Omit<RedisOptions, 'replyMapping'> {
  const parsed = new URL(url);
  if (parsed.protocol === 'unix:') return { path: decodeURIComponent(parsed.pathname) };
  if (parsed.protocol !== 'redis:' && parsed.protocol !== 'rediss:')
    throw new TypeError('A Redis address must begin with redis://, rediss:// or unix://.');
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? 6379 : Number(parsed.port),
    ...(parsed.username === '' ? {} : { username: decodeURIComponent(parsed.username) }),
    ...(parsed.password === '' ? {} : { password: decodeURIComponent(parsed.password) }),
    ...(parsed.pathname.length < 2 ? {} : { db: database(parsed.pathname) }),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/** Address of a server, without credentials and database. */
export function serverAddress(url: string): string {
  const { path, host, port } = address(url);
  return path ?? `${host ?? ''}:${port ?? ''}`;
}

function database(path: string): number {
  if (!/^\/\d{1,5}$/.test(path))
    throw new TypeError('The database of a Redis address must be a number.');
  return Number(path.slice(1));
}

/** Connection settings of a store, and its requirements of the server. */
export interface RedisSettings {
  /** `redis://[user:password@]host[:port][/database]`, `rediss://` for TLS, or `unix:///path/to/socket`. */
  readonly url: string;
  /** Name of the store on the server; default `filmgate`. */
  readonly prefix: string;
  /**
   * Maximum loss when the server's machine loses power. `every-write`: nothing that was acknowledged. `every-second`:
   * up to two seconds of acknowledged writes, which can mean a second payment for one job.
   */
  readonly durability: 'every-write' | 'every-second';
  /**
   * The operator's statement that a server that does not show its settings (CONFIG is forbidden on many managed ones)
   * keeps what `durability` says, never evicts, and does not fail over to a replica that may lack acknowledged writes.
   */
  readonly assumeDurable: boolean;
  /** Maximum wait for the response to one command, in ms. */
  readonly responseTimeoutMs: number;
  /** Time for which the outcome of a change whose response was lost is requested again, in ms. */
  readonly settleWithinMs: number;
  /** Pause before a lost connection is reestablished, in ms. */
  readonly reconnectAfterMs: number;
  /**
   * Shortest pause before a different or restarted server is used, in ms, so that a node that knows of more
   * acknowledged changes can report before one that knows less continues. Nodes that were alive a moment ago are waited
   * for longer.
   */
  readonly graceMs: number;
  /** Time for which a sign of life is valid, in ms by the server's clock; a node gives one each second. */
  readonly nodeLivesMs: number;
  /** The clock of this node, whose instants are passed to the store, ms since 1970. */
  readonly wallNow: () => number;
}

/** Default settings. */
export const defaultRedisSettings = {
  prefix: 'filmgate',
  durability: 'every-write',
  assumeDurable: false,
  responseTimeoutMs: 2000,
  settleWithinMs: 8000,
  reconnectAfterMs: 100,
  graceMs: 1000,
  nodeLivesMs: 10_000,
  wallNow: () => Date.now(),
} as const satisfies Omit<RedisSettings, 'url'>;
