export { createSqliteStorage, type SqliteStorageOptions } from './create-sqlite-storage.ts';
export { openSqliteExport } from './transfer/open-sqlite-export.ts';
export {
  openSqliteInMemory,
  type SqliteInMemory,
  type SqliteInMemoryOptions,
} from './open-sqlite-in-memory.ts';
export type { StoreThresholds } from './store/store-thresholds.ts';
export type { Timing } from './write/timing.ts';
