export { createSqliteStorage, type SqliteStorageOptions } from './create-sqlite-storage.ts';
export { openSqliteExport, type SqliteExportOptions } from './transfer/open-sqlite-export.ts';
export {
  openSqliteInMemory,
  type SqliteInMemory,
  type SqliteInMemoryOptions,
} from './open-sqlite-in-memory.ts';
export type { StoreThresholds } from './store/store-thresholds.ts';
export type { BaselineFile } from './data-loss/baseline-file.ts';
export type { Timing } from './write/timing.ts';
export { backupSqlite, type BackupSqliteInput } from './backup/backup-sqlite.ts';
export type { DatabaseCounts } from './backup/inspect-copy.ts';
export { restoreSqlite, type RestoreSqliteInput } from './backup/restore-sqlite.ts';
export { type ReadJob, readSqliteJobs } from './backup/read-jobs.ts';
export type { CopyProgress } from './backup/copy-database.ts';
export type { Past } from './data-loss/baseline-file.ts';
export type { LocatedFile, StoreLocation } from './data-loss/located-file.ts';
