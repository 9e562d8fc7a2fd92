import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { storageFault } from '../faults/storage-fault.ts';
import type { Answer } from './log-courier.ts';

/** What to throw when the thread of the request log did not answer with what it was asked for. */
export function logFault(answer: Answer): StorageUnavailable {
  if (answer.kind !== 'failed') {
    return new StorageUnavailable('The thread of the request log ended.', { applied: 'unknown' });
  }
  const { code, message } = answer;
  return storageFault(code === null ? new Error(message) : new Database.SqliteError(message, code));
}
