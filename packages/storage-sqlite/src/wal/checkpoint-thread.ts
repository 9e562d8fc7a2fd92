import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { CheckpointOrder, CheckpointReport } from './checkpoint-messages.ts';

/** Copies the write-ahead log into the database on a thread, so that the one that serves callers waits for no disk. */
function main(): void {
  const file: unknown = workerData;
  if (typeof file !== 'string' || parentPort === null) throw new Error('started without a file');
  const port = parentPort;
  const connection = new Database(file, { fileMustExist: true, timeout: 0 });
  const report = (text: CheckpointReport) => port.postMessage(text);
  port.on('message', (order: CheckpointOrder) => {
    if (order === 'stop') {
      connection.close();
      port.close();
      return;
    }
    try {
      connection.pragma('wal_checkpoint(PASSIVE)');
      report('done');
    } catch {
      // A full or failing disk is reported by the next write; here it only means that the log stays long.
      report('failed');
    }
  });
}

main();
