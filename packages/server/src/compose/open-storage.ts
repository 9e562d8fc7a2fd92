import type { Logger, StorageBundle } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';
import { redisOf, redisWitnessFile, sqliteOf } from './store-addresses.ts';

/** Opens the store the settings name. What the other one is made of is not even loaded. */
export async function openStorage(settings: Settings, log: Logger): Promise<StorageBundle> {
  switch (settings.FILMGATE_STORAGE) {
    case 'sqlite': {
      const { createSqliteStorage } = await import('@filmgate/storage-sqlite');
      return createSqliteStorage({ ...sqliteOf(settings), log });
    }
    case 'redis': {
      const { createFileWitness, createRedisStorage } = await import('@filmgate/storage-redis');
      const { FILMGATE_DATA_DIR: directory, FILMGATE_REDIS_PREFIX: prefix } = settings;
      const witness = createFileWitness(redisWitnessFile(directory, prefix));
      return createRedisStorage({ ...redisOf(settings), log, witness });
    }
  }
}
