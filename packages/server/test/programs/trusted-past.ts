import { createSqliteStorage } from '@filmgate/storage-sqlite';

/**
 * Sets the newest confirmed time of a stopped gateway's store back by some days.
 *
 * Run: node --conditions=@filmgate/source trusted-past.ts <database> <days>
 */
const [, , file = '', days = ''] = process.argv;
const storage = await createSqliteStorage({ file });
await storage.values.put('trusted-time', String(Date.now() - Number(days) * 24 * 3_600_000));
await storage.close();
