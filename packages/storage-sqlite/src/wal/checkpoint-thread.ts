import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { CheckpointOrder, CheckpointReport } from './checkpoint-messages.ts';

/**
 * Runs on a separate thread: copies the write-ahead log into the database on request, so that the thread that serves
 * callers does not wait for the disk.
 */
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
