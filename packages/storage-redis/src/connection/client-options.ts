import type { RedisOptions } from 'ioredis';
import type { RedisSettings } from './redis-settings.ts';

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

function database(path: string): number {
  if (!/^\/\d{1,5}$/.test(path))
    throw new TypeError('The database of a Redis address is a number.');
  return Number(path.slice(1));
}
