export { createBaselineFile, type Baseline } from './data-loss/baseline-file.ts';
export { type RedisSettings, defaultRedisSettings } from './connection/redis-settings.ts';
export { checkRedisServer } from './server-check/check-server.ts';
export { createRedisStorage, type RedisStorageOptions } from './create-redis-storage.ts';
export { openRedisImport } from './transfer/open-redis-import.ts';
export type { Remembered } from './data-loss/node-memory.ts';
export type { OpenOptions } from './connection/open-store.ts';
