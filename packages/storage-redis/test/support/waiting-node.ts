import { createRedisStorage } from '../../src/index.ts';

/* A node with a call that waits, until it is killed. Arguments: the address of the server, and the row as JSON. */
const [, , url = '', row = ''] = process.argv;
const storage = await createRedisStorage({ url });
storage.requestLogs.append([JSON.parse(row)]);
await storage.requestLogs.removeBefore({ before: 0, limit: 1 });
process.stdout.write('waiting\n');
