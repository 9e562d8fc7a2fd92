import { join } from 'node:path';
import type { GatewayPorts, Logger, StorageBundle } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';

/** Opens the store the settings name. What the other one is made of is not even loaded. */
export async function openStorage(settings: Settings, log: Logger): Promise<StorageBundle> {
  switch (settings.FILMGATE_STORAGE) {
    case 'sqlite': {
      const { createSqliteStorage } = await import('@filmgate/storage-sqlite');
      return createSqliteStorage({ ...sqliteOf(settings), log });
    }
    case 'redis': {
      const { createBaselineFile, createRedisStorage } = await import('@filmgate/storage-redis');
      const { FILMGATE_DATA_DIR: directory, FILMGATE_REDIS_PREFIX: prefix } = settings;
      const baseline = createBaselineFile(redisBaselineFile(directory, prefix));
      return createRedisStorage({ ...redisOf(settings), log, baseline });
    }
  }
}

/** Whether other nodes may stand on the same store, now or later. */
export function sharesStore({ storage }: Pick<GatewayPorts, 'storage'>): boolean {
  return storage.manifest.processes === 'many';
}

const baselineName = 'filmgate.witness.json';

/** Where the database lies, and what remembers how far its past goes. */
export function sqliteOf(settings: Settings) {
  const { FILMGATE_DATA_DIR: data, FILMGATE_BASELINE_DIR: outside } = settings;
  const formerBaseline = join(data, baselineName);
  const file = join(data, 'filmgate.db');
  return outside === undefined
    ? { file, baseline: formerBaseline }
    : { file, baseline: join(outside, baselineName), formerBaseline };
}

/** How the store on Redis is reached, and what it must keep. Precondition: the settings name one. */
export function redisOf(settings: Settings) {
  return {
    url: present(settings, 'FILMGATE_REDIS_URL'),
    prefix: settings.FILMGATE_REDIS_PREFIX,
    durability: settings.FILMGATE_REDIS_DURABILITY,
    assumeDurable: settings.FILMGATE_REDIS_VOUCHED,
  };
}

/** Where a node with this data directory writes down how far it knows the past of the store under the prefix. */
export function redisBaselineFile(dataDirectory: string, prefix: string): string {
  return join(dataDirectory, `redis-witness-${prefix}.json`);
}

/** Which bucket, and who asks. Precondition: the settings name one. */
export function bucketOf(settings: Settings) {
  return {
    endpoint: present(settings, 'FILMGATE_S3_ENDPOINT'),
    region: settings.FILMGATE_S3_REGION,
    bucket: present(settings, 'FILMGATE_S3_BUCKET'),
    accessKeyId: present(settings, 'FILMGATE_S3_ACCESS_KEY_ID'),
    secretAccessKey: present(settings, 'FILMGATE_S3_SECRET_ACCESS_KEY'),
  };
}

type NeededSetting =
  | 'FILMGATE_REDIS_URL'
  | 'FILMGATE_S3_ENDPOINT'
  | 'FILMGATE_S3_BUCKET'
  | 'FILMGATE_S3_ACCESS_KEY_ID'
  | 'FILMGATE_S3_SECRET_ACCESS_KEY';

function present(settings: Settings, name: NeededSetting): string {
  const value = settings[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

const kind = 'redis ';

/** How the note of a store that was moved names where it went. */
export function targetName(prefix: string): string {
  return `${kind}${prefix}`;
}

/** The prefix in such a name; undefined when it names no store on Redis. */
export function prefixNamed(name: string): string | undefined {
  return name.startsWith(kind) ? name.slice(kind.length) : undefined;
}
