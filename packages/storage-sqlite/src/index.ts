export { createSqliteStorage, type SqliteStorageOptions } from './create-sqlite-storage.ts';
export { openSqliteExport } from './transfer/open-sqlite-export.ts';
