import { join } from 'node:path';
import type { GatewayPorts, Logger, StorageBundle } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';

/** Opens the store of the settings. The code of the other one is not loaded. */
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

/** True if other nodes may use the same store, now or later. */
export function sharesStore({ storage }: Pick<GatewayPorts, 'storage'>): boolean {
  return storage.manifest.processes === 'many';
}

const baselineName = 'filmgate.baseline.json';

/** Paths of the database and of its baseline file. */
export function sqliteOf(settings: Settings) {
  const { FILMGATE_DATA_DIR: data, FILMGATE_BASELINE_DIR: outside } = settings;
  const formerBaseline = join(data, baselineName);
  const file = join(data, 'filmgate.db');
  return outside === undefined
    ? { file, baseline: formerBaseline }
    : { file, baseline: join(outside, baselineName), formerBaseline };
}

/** Connection and durability requirements of the store on Redis. Precondition: the settings name one. */
export function redisOf(settings: Settings) {
  return {
    url: present(settings, 'FILMGATE_REDIS_URL'),
    prefix: settings.FILMGATE_REDIS_PREFIX,
    durability: settings.FILMGATE_REDIS_DURABILITY,
    assumeDurable: settings.FILMGATE_REDIS_VOUCHED,
  };
}

/** Path of the baseline of the store under the prefix, for a node with this data directory. */
export function redisBaselineFile(dataDirectory: string, prefix: string): string {
  return join(dataDirectory, `redis-baseline-${prefix}.json`);
}

/** Bucket and credentials. Precondition: the settings name one. */
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

/** Name of a new store on Redis in the note of a store that was moved. */
export function targetName(prefix: string): string {
  return `${kind}${prefix}`;
}

/** Prefix in a name of that form; undefined when it names no store on Redis. */
export function prefixNamed(name: string): string | undefined {
  return name.startsWith(kind) ? name.slice(kind.length) : undefined;
}
