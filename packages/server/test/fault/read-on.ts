import { DatabaseSync } from 'node:sqlite';

/**
 * Reads a database without end: meanwhile nothing in the database's log is overwritten, so that new data needs new
 * space. Argument: the file. Prints a line when it reads.
 */
const [file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('begin');
database.prepare('select count(*) from job').get();
process.stdout.write('reading\n');
setInterval(() => database.isOpen, 60_000);
