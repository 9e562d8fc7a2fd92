import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';

/**
 * Runs on a separate thread, so that a person waiting for a large copy sees its progress. Copies what is committed at
 * one moment (https://sqlite.org/lang_vacuum.html#vacuuminto), even while another process writes.
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
