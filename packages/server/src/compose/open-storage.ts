import { join } from 'node:path';
import {
  exportNoteName,
  type GatewayPorts,
  importNoteName,
  type Logger,
  type StorageBundle,
  whyNotToWork,
} from '@filmgate/core';
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

/**
 * Refuses to work on a store whose jobs went to another, or whose jobs are still on their way: two gateways on copies of one
 * store would pay twice for one job (I1).
 *
 * @throws Error with a sentence for the operator
 */
export async function refuseMovedStore({
  values,
  dataLoss,
}: Pick<StorageBundle, 'values' | 'dataLoss'>): Promise<void> {
  const [imported, exported] = [await values.get(importNoteName), await values.get(exportNoteName)];
  const why = whyNotToWork({ imported, exported });
  if (why === undefined) return;
  const lost = dataLoss?.lost() ?? null;
  throw new Error(
    why === 'import-under-way' && lost !== null ? importLost(lost.detail) : sentences[why],
  );
}

const sentences = {
  'moved-elsewhere':
    'This store was moved by filmgate migrate, and a second gateway on its copy would pay twice. Start with FILMGATE_STORAGE=redis and the FILMGATE_REDIS_URL it was moved to. To go back to this store instead, stop every node there and run filmgate store take-back.',
  'import-under-way':
    'filmgate migrate has not brought everything to this store yet. Run it again until it says that both stores are the same, then start.',
} as const;

function importLost(detail: string): string {
  return `What filmgate migrate brought to this store is not all there any more. ${detail} Restore the newest copy of Redis' file. Without one run filmgate store take-back, and migrate to an empty FILMGATE_REDIS_PREFIX.`;
}

/** Whether other nodes may stand on the same store, now or later. */
export function sharesStore({ storage }: Pick<GatewayPorts, 'storage'>): boolean {
  return storage.manifest.processes === 'many';
}

const baselineName = 'filmgate.witness.json';

/** Where the database lies, and what remembers how far its past goes. */
export function sqliteOf(settings: Settings) {
  const { FILMGATE_DATA_DIR: data, FILMGATE_WITNESS_DIR: outside } = settings;
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
