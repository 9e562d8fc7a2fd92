import { StorageUnavailable } from '@filmgate/core';
import { Redis } from 'ioredis';
import { clientOptions } from '../connection/client-options.ts';
import { defaultRedisSettings, type RedisSettings } from '../connection/redis-settings.ts';
import { KeySpace } from '../keys/key-space.ts';
import { checkServer } from './check-server.ts';

/**
 * Whether a store could be opened on this server, for who asks before starting anything: looks, and writes nothing.
 *
 * @throws StorageUnavailable with a sentence for the operator
 */
export async function checkRedisServer(
  options: Partial<RedisSettings> & Pick<RedisSettings, 'url'>,
): Promise<void> {
  const settings: RedisSettings = { ...defaultRedisSettings, ...options };
  const client = new Redis({ ...clientOptions(settings), retryStrategy: () => null });
  let reason: string | undefined;
  client.on('error', (error: Error & { readonly code?: string }) => {
    reason = error.code ?? error.name;
  });
  try {
    await client.connect();
    await checkServer(client, settings, new KeySpace(settings.prefix));
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    const why = reason ?? (error instanceof Error ? error.name : 'unknown');
    throw new StorageUnavailable(`Redis cannot be reached (${why}).`, { applied: 'no' });
  } finally {
    client.disconnect();
  }
}
