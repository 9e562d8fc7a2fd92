import {
  type RequestBucket,
  type Logger,
  emptyBuckets,
  type OperationSamples,
  type RequestLogPage,
  type RequestLogs,
  StorageUnavailable,
} from '@filmgate/core';
import { memoryFile } from '../database/open-connection.ts';
import type { Timing } from '../write/timing.ts';
import { createOperationSamples } from '../operation-samples/sqlite-operation-samples.ts';
import {
  type WorkerResponse,
  type WorkerClient,
  LogWorkerClient,
  logFault,
  NearClient,
  type UnnumberedOrder,
} from './log-worker-client.ts';
import { LogWriter } from './log-writer.ts';

/** Request log of one bundle, the figures that share its file, and the closing of both. */
export interface SqliteRequestLogs {
  readonly requestLogs: RequestLogs;
  readonly operationSamples: OperationSamples;
  /** Writes the remaining requests and releases the file. Safe to repeat. */
  close(): Promise<void>;
}

export interface SqliteRequestLogsOptions {
  /** Path of the main database, which the caller owns; `:memory:` for a log in memory. */
  readonly mainFile: string;
  readonly log: Logger | undefined;
  /** Timing by which everything runs on this thread; absent = on a separate thread. */
  readonly timing?: Timing | undefined;
}

/**
 * The request log in a separate database, `<main database>.requests`, so that neither the jobs' commits nor their
 * backups carry it. A thread opens the file when the first request is written or read.
 */
export function createRequestLogs({
  mainFile,
  log,
  timing,
}: SqliteRequestLogsOptions): SqliteRequestLogs {
  const file = mainFile === memoryFile ? memoryFile : `${mainFile}.requests`;
  const client: WorkerClient =
    timing === undefined ? new LogWorkerClient(file, log) : new NearClient(file, timing);
  const writer = new LogWriter({ client, log, ...(timing !== undefined && { timing }) });
  let closing: Promise<void> | undefined;
  const ask = (order: UnnumberedOrder): Promise<WorkerResponse> => {
    if (closing !== undefined) return Promise.reject(shut());
    writer.handOver();
    return new Promise((resolve) => client.send(order, resolve));
  };
  const close = async (): Promise<void> => {
    writer.handOver();
    await client.stop();
    writer.close();
  };
  return {
    requestLogs: {
      append: (entries) => {
        if (closing === undefined) writer.add(entries);
      },
      ...readerOf(ask),
    },
    operationSamples: createOperationSamples(ask),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function readerOf(
  ask: (order: UnnumberedOrder) => Promise<WorkerResponse>,
): Omit<RequestLogs, 'append'> {
  return {
    list: async (query) => pageOf(await ask({ kind: 'list', query })),
    countOverTime: async (query) => {
      // A span that cannot be counted is the caller's fault, not the thread's.
      emptyBuckets(query);
      return bucketsOf(await ask({ kind: 'count', query }));
    },
    removeBefore: async ({ before, limit }) => rowsOf(await ask({ kind: 'remove', before, limit })),
    erasePrompts: async ({ caller, limit }) =>
      rowsOf(await ask({ kind: 'erase-prompts', caller, limit })),
    bytes: async () => bytesOf(await ask({ kind: 'measure' })),
    removeBeyond: async ({ bytes, limit }) =>
      rowsOf(await ask({ kind: 'remove-beyond', bytes, limit })),
  };
}

function pageOf(response: WorkerResponse): RequestLogPage {
  if (response.kind === 'listed') return response.page;
  throw logFault(response);
}

function bucketsOf(response: WorkerResponse): readonly RequestBucket[] {
  if (response.kind === 'counted') return response.buckets;
  throw logFault(response);
}

function rowsOf(response: WorkerResponse): number {
  if (response.kind === 'removed') return response.rows;
  throw logFault(response);
}

function bytesOf(response: WorkerResponse): number {
  if (response.kind === 'measured') return response.bytes;
  throw logFault(response);
}

function shut(): StorageUnavailable {
  return new StorageUnavailable('The store is closed.', { applied: 'no' });
}
