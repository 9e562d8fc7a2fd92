import { StorageUnavailable } from '@filmgate/core';
import type { Redis } from 'ioredis';
import type { RedisSettings } from '../connection/redis-settings.ts';
import type { KeySpace } from '../keys/key-space.ts';
import { describeShortcomings } from './describe-shortcomings.ts';
import { judgeServer } from './judge-server.ts';
import { askedSettings, readServerFacts, type ServerFacts } from './server-facts.ts';

/**
 * Looks at a server and refuses it, with what mends it, unless it can be the record of jobs and money. Done on each
 * connection: behind an address there may be another server tomorrow.
 */
export async function checkServer(
  client: Redis,
  settings: RedisSettings,
  keys: KeySpace,
): Promise<ServerFacts> {
  const facts = readServerFacts(await client.info(), await readConfig(client));
  const shortcomings = judgeServer(facts, settings);
  const { url } = settings;
  if (shortcomings.length > 0) throw unfit(describeShortcomings(shortcomings, { ...facts, url }));
  await checkSlot(client, keys);
  return facts;
}

/** Null where the server forbids the question, in whatever words (NOPERM, unknown command). */
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

/** In a cluster all keys of a store live on one node; this connection must lead there. */
async function checkSlot(client: Redis, keys: KeySpace): Promise<void> {
  try {
    await client.exists(keys.fence);
  } catch (error) {
    const [, address] =
      error instanceof Error ? (/^MOVED \d+ (\S+)/.exec(error.message) ?? []) : [];
    if (address === undefined) throw error;
    throw unfit(
      `This node of the Redis cluster does not hold the store. Give the address redis://${address}`,
    );
  }
}

function unfit(message: string): StorageUnavailable {
  return new StorageUnavailable(message, { applied: 'no' });
}
