import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/**
 * A counterexample to the gateway: it responds 202 when SQLite has taken its row, and `SYNCHRONOUS` decides if SQLite
 * waits for the disk. Prints its URL when it listens.
 */
const { DATABASE = '', SYNCHRONOUS = '' } = process.env;
const database = new DatabaseSync(DATABASE);
database.exec(`pragma journal_mode = wal; pragma synchronous = ${SYNCHRONOUS}`);
database.exec('create table task (id text)');
const insert = database.prepare('insert into task values (?)');

const server = createServer((request, response) => {
  const id = request.url?.slice(1) ?? '';
  insert.run(id);
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
