import type { RedisOptions } from 'ioredis';

/**
 * Options that keep ioredis from sending anything twice or holding anything back: what is sent, when, and how often is
 * decided by `ScriptRunner` alone. By default ioredis sends unanswered commands again on the next connection.
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
    commandTimeout: settings.answerWithinMs,
    connectTimeout: settings.answerWithinMs,
    retryStrategy: () => settings.reconnectAfterMs,
    reconnectOnError: null,
    keepAlive: 5000,
    connectionName: `filmgate:${settings.prefix}`,
    disableClientInfo: true,
    protocol: 2,
    ...address(settings.url),
  };
}

/** ioredis reads `redis:` and `rediss:` addresses itself; a socket it wants as a path. */
function address(url: string): Omit<RedisOptions, 'replyMapping'> {
  const parsed = new URL(url);
  if (parsed.protocol === 'unix:') return { path: decodeURIComponent(parsed.pathname) };
  if (parsed.protocol !== 'redis:' && parsed.protocol !== 'rediss:')
    throw new TypeError('A Redis address begins with redis://, rediss:// or unix://.');
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? 6379 : Number(parsed.port),
    ...(parsed.username === '' ? {} : { username: decodeURIComponent(parsed.username) }),
    ...(parsed.password === '' ? {} : { password: decodeURIComponent(parsed.password) }),
    ...(parsed.pathname.length < 2 ? {} : { db: database(parsed.pathname) }),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/** Where a server is reached, without a credential and without a database. */
export function serverAddress(url: string): string {
  const { path, host, port } = address(url);
  return path ?? `${host ?? ''}:${port ?? ''}`;
}

function database(path: string): number {
  if (!/^\/\d{1,5}$/.test(path))
    throw new TypeError('The database of a Redis address is a number.');
  return Number(path.slice(1));
}

/** How a store reaches its server, and what it demands of it. */
export interface RedisSettings {
  /** `redis://[user:password@]host[:port][/database]`, `rediss://` for TLS, or `unix:///path/to/socket`. */
  readonly url: string;
  /** Names the store on the server; default `filmgate`. */
  readonly prefix: string;
  /**
   * What may be lost when the server's machine loses power. `every-write`: nothing that was answered.
   * `every-second`: up to two seconds of answered writes, which can mean a second payment for one job.
   */
  readonly durability: 'every-write' | 'every-second';
  /**
   * The operator's word that a server that does not show its settings (CONFIG is forbidden on many managed ones) keeps
   * what `durability` says, never evicts, and does not fail over to a replica that may lack answered writes.
   */
  readonly assumeDurable: boolean;
  /** How long one command may stay unanswered, in ms. */
  readonly answerWithinMs: number;
  /** How long the outcome of a change whose response was lost is asked for again, in ms. */
  readonly settleWithinMs: number;
  /** Pause before a lost connection is made again, in ms. */
  readonly reconnectAfterMs: number;
  /**
   * Shortest pause before a server that is another one than before, or was started again, is worked with, in ms: so that a node that knows
   * more of what it had answered can say so before one that knows less goes on. Nodes that lived a moment ago are waited for longer.
   */
  readonly graceMs: number;
  /** For how long a node counts as living after its last sign of life, in ms by the server's clock; it gives one each second. */
  readonly nodeLivesMs: number;
  /** The clock of this node, by which instants are told to the store, ms since 1970. */
  readonly wallNow: () => number;
}

/** What is not said otherwise. */
export const defaultRedisSettings = {
  prefix: 'filmgate',
  durability: 'every-write',
  assumeDurable: false,
  answerWithinMs: 2000,
  settleWithinMs: 8000,
  reconnectAfterMs: 100,
  graceMs: 1000,
  nodeLivesMs: 10_000,
  wallNow: () => Date.now(),
} as const satisfies Omit<RedisSettings, 'url'>;
