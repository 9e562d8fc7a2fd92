export { createSqliteStorage, type SqliteStorageOptions } from './create-sqlite-storage.ts';
export { openSqliteExport } from './transfer/open-sqlite-export.ts';
export {
  openSqliteInMemory,
  type SqliteInMemory,
  type SqliteInMemoryOptions,
} from './open-sqlite-in-memory.ts';
export type { StoreThresholds } from './store/store-thresholds.ts';
export type { WitnessFile } from './witness/witness-file.ts';
export type { Timing } from './write/timing.ts';
export { backupSqlite } from './backup/backup-sqlite.ts';
export type { DatabaseCounts } from './backup/inspect-copy.ts';
export { restoreSqlite } from './backup/restore-sqlite.ts';
