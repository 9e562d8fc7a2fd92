export { createSqliteStorage, type SqliteStorageOptions } from './create-sqlite-storage.ts';
export { openSqliteExport } from './transfer/open-sqlite-export.ts';
export { backupSqlite } from './backup/backup-sqlite.ts';
export type { DatabaseCounts } from './backup/inspect-copy.ts';
export { restoreSqlite } from './backup/restore-sqlite.ts';
