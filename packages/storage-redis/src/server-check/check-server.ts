import { StorageUnavailable } from '@filmgate/core';
import { Redis } from 'ioredis';
import {
  clientOptions,
  defaultRedisSettings,
  type RedisSettings,
} from '../connection/redis-settings.ts';
import { KeySpace } from '../keys/key-space.ts';
import { describeShortcomings, checkServerFacts } from './check-server-facts.ts';
import { askedSettings, readServerFacts, type ServerFacts } from './server-facts.ts';

/**
 * Checks that a store could be opened on this server, before anything is started; writes nothing.
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

/** Refuses an unfit server, with the remedy. Done on each connection: the server behind an address may be replaced. */
export async function checkServer(
  client: Redis,
  settings: RedisSettings,
  keys: KeySpace,
): Promise<ServerFacts> {
  const facts = readServerFacts(await client.info(), await readConfig(client));
  const shortcomings = checkServerFacts(facts, settings);
  const { url } = settings;
  if (shortcomings.length > 0) throw unfit(describeShortcomings(shortcomings, { ...facts, url }));
  await checkSlot(client, keys);
  return facts;
}

/** Returns null where the server forbids the command, in any wording (NOPERM, unknown command). */
async function readConfig(client: Redis): Promise<ReadonlyMap<string, string> | null> {
  const isForbidden = (error: unknown) => error instanceof Error && error.name === 'ReplyError';
  try {
    const reply: unknown = await client.call('CONFIG', 'GET', ...askedSettings);
    if (!Array.isArray(reply)) return null;
    const cells = reply.map(String);
    return new Map(
      cells.flatMap((name, index) => (index % 2 === 0 ? [[name, cells[index + 1] ?? '']] : [])),
    );
  } catch (error) {
    if (isForbidden(error)) return null;
    throw error;
  }
}

/** In a cluster all keys of a store are on one node; this connection must lead there. */
async function checkSlot(client: Redis, keys: KeySpace): Promise<void> {
  try {
    await client.exists(keys.fence);
  } catch (error) {
    const [, address] =
      error instanceof Error ? (/^MOVED \d+ (\S+)/.exec(error.message) ?? []) : [];
    if (address === undefined) throw error;
    throw unfit(
      `This node of the Redis cluster does not have the store. Use the address redis://${address}`,
    );
  }
}

function unfit(message: string): StorageUnavailable {
  return new StorageUnavailable(message, { applied: 'no' });
}
