import {
  type EventLog,
  type RequestLogPage,
  type RequestLogs,
  StorageUnavailable,
} from '@filmgate/core';
import Database from 'better-sqlite3';
import { memoryFile } from '../database/open-connection.ts';
import { storageFault } from '../faults/storage-fault.ts';
import { type Answer, LogCourier, type UnnumberedOrder } from './log-courier.ts';
import { LogWriter } from './log-writer.ts';

/** The request log of one bundle, and the end of it. */
export interface SqliteRequestLogs extends RequestLogs {
  /** Writes what is left and lets go of the file. Safe to repeat. */
  close(): Promise<void>;
}

export interface SqliteRequestLogsOptions {
  /** Path of the main database, which the caller owns; `:memory:` for a log in memory. */
  readonly mainFile: string;
  readonly log: EventLog | undefined;
}

/**
 * The request log in a database of its own, `<main database>.requests`, so that neither the jobs' commits nor their
 * backups carry it. Its file is opened by a thread when the first call is written or asked for.
 */
export function createRequestLogs({ mainFile, log }: SqliteRequestLogsOptions): SqliteRequestLogs {
  const courier = new LogCourier(
    mainFile === memoryFile ? memoryFile : `${mainFile}.requests`,
    log,
  );
  const writer = new LogWriter({ courier, log });
  let closing: Promise<void> | undefined;
  const ask = (order: UnnumberedOrder): Promise<Answer> => {
    if (closing !== undefined) return Promise.reject(shut());
    writer.handOver();
    return new Promise((resolve) => courier.send(order, resolve));
  };
  const close = async (): Promise<void> => {
    writer.handOver();
    await courier.stop();
    writer.close();
  };
  return {
    append: (entries) => {
      if (closing === undefined) writer.add(entries);
    },
    list: async (query) => pageOf(await ask({ kind: 'list', query })),
    removeBefore: async ({ before, limit }) => rowsOf(await ask({ kind: 'remove', before, limit })),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function pageOf(answer: Answer): RequestLogPage {
  if (answer.kind === 'listed') return answer.page;
  throw faultOf(answer);
}

function rowsOf(answer: Answer): number {
  if (answer.kind === 'removed') return answer.rows;
  throw faultOf(answer);
}

function faultOf(answer: Answer): StorageUnavailable {
  if (answer.kind !== 'failed') {
    return new StorageUnavailable('The thread of the request log ended.', { applied: 'unknown' });
  }
  const { code, message } = answer;
  return storageFault(code === null ? new Error(message) : new Database.SqliteError(message, code));
}

function shut(): StorageUnavailable {
  return new StorageUnavailable('The store is closed.', { applied: 'no' });
}
