import { createSqliteStorage } from '@filmgate/storage-sqlite';

/**
 * Makes the newest time the store of a gateway that is stopped has seen one of so many days ago.
 *
 * Run: node --conditions=@filmgate/source trusted-past.ts <database> <days>
 */
const [, , file = '', days = ''] = process.argv;
const storage = await createSqliteStorage({ file });
await storage.values.put('time-witness', String(Date.now() - Number(days) * 24 * 3_600_000));
await storage.close();
