import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';

/**
 * Runs on a thread of its own, so that a person waiting for a large copy can see how it goes: copies what is committed at one moment
 * (https://sqlite.org/lang_vacuum.html#vacuuminto), whatever another process writes meanwhile.
 */
function main(): void {
  const { file, copy } = z.object({ file: z.string(), copy: z.string() }).parse(workerData);
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    connection.prepare('vacuum into ?').run(copy);
  } finally {
    connection.close();
  }
}

main();
