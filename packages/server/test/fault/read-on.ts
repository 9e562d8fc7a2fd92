import { DatabaseSync } from 'node:sqlite';

/**
 * Reads a database and does not stop: while it reads, nothing in the database's log is written over, so that what comes needs new
 * room. Argument: the file. Prints a line when it reads.
 */
const [file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('begin');
database.prepare('select count(*) from job').get();
process.stdout.write('reading\n');
setInterval(() => database.isOpen, 60_000);
