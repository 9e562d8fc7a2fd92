import type {
  RequestBucket,
  RequestLogCountQuery,
  RequestLogPage,
  RequestLogQuery,
} from '@filmgate/core';
import Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { createPrivately } from '../database/open-connection.ts';
import { excluded } from '../database/sqlite-database.ts';
import { ImmediateDialect } from '../database/immediate-dialect.ts';
import { SampleTable } from '../operation-samples/sample-table.ts';
import { type RequestCells, requestAt, type Cell, requestsIn, emptyRow } from './request-cells.ts';
import { type LogDatabase, registerTextSearch } from './request-conditions.ts';
import { firstPositionOf, positionsOf } from './request-position.ts';
import { countLoggedRequests, listRequests } from './list-requests.ts';
import { migrateRequestLog } from './request-log-migrations.ts';
import type { RequestLogTables } from './request-log-tables.ts';

const inMemory = ':memory:';

/** Maximum wait of a statement for the lock of another program that reads the log, in ms. */
const busyTimeoutMs = 1_000;

/** Cache size in KiB: enough for the parts of the indexes that are being written. */
const cacheKib = 16_384;

/**
 * Pages of the write-ahead log (32 MiB) before they are copied to the database, each once however often it was written:
 * those of the indexes are written with nearly every batch.
 */
const checkpointPages = 8_192;

/** `user_version` of a file whose unused pages may hold copies of erased prompts. */
const needsVacuum = 1;
/** Free pages returned to the disk at a time, some 8 MiB. */
const pagesPerStep = 2_000;

/** Maximum bytes of an earlier release's file that is copied so that it returns free pages; more takes too long. */
const mostBytesToCopy = 64 * 1024 * 1024;

/** Database of the request log. Every call waits for the disk, so it runs on a separate thread. */
export class RequestLogFile {
  /** Figures over time, in the same file. */
  readonly samples: SampleTable;
  readonly #database: LogDatabase;
  readonly #insert: Database.Statement<Cell[]>;
  readonly #remove: Database.Statement<[number, number]>;
  readonly #erase: Database.Statement<[string, number]>;
  readonly #pageBytes: number;

  private constructor(connection: Database.Database, kysely: Kysely<RequestLogTables>) {
    this.#database = { connection, kysely };
    this.samples = new SampleTable(this.#database);
    this.#insert = connection.prepare(insertion(kysely));
    const oldest = kysely
      .selectFrom('call')
      .select('position')
      .where('position', '<', 0)
      .orderBy('position')
      .limit(1);
    this.#erase = connection.prepare(
      `update call set prompt = null, prompt_digest = null where position in (
        select position from call
        where caller = ? and (prompt is not null or prompt_digest is not null) limit ?)`,
    );
    this.#remove = connection.prepare(
      kysely.deleteFrom('call').where('position', 'in', oldest).compile().sql,
    );
    this.#pageBytes = numberOf(connection, 'page_size');
  }

  /**
   * Opens the log, creates the file if missing, and ends the requests that an earlier process left open. With
   * `synchronous=NORMAL` a commit survives a kill and waits for no sync; power loss may lose the last rows, which is
   * acceptable for a log.
   */
  static async open(file: string): Promise<RequestLogFile> {
    if (file !== inMemory) createPrivately(file);
    const connection = new Database(file, { timeout: busyTimeoutMs });
    try {
      // Before the journal, which creates the first page: the setting only applies to an empty file.
      connection.pragma('auto_vacuum = INCREMENTAL');
      connection.pragma('journal_mode = WAL');
      connection.pragma('synchronous = NORMAL');
      connection.pragma('trusted_schema = OFF');
      connection.pragma('secure_delete = FAST');
      connection.pragma(`cache_size = -${cacheKib}`);
      connection.pragma(`wal_autocheckpoint = ${checkpointPages}`);
      letPagesGo(connection);
      registerTextSearch(connection);
      const kysely = new Kysely<RequestLogTables>({ dialect: new ImmediateDialect(connection) });
      await migrateRequestLog(kysely);
      vacuumAfterErase(connection);
      endAbandoned(connection, kysely);
      return new RequestLogFile(connection, kysely);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Writes all requests or none, each over its earlier row. Returns the number of requests without a free position. */
  write(cells: readonly Cell[]): number {
    let misfits = 0;
    this.#database.connection
      .transaction(() => {
        const requests = requestsIn(cells);
        for (let number = 0; number < requests; number += 1) {
          if (!this.#put(requestAt(cells, number))) misfits += 1;
        }
      })
      .immediate();
    return misfits;
  }

  /** Lists in short steps; between two of them the thread may write. */
  list(query: RequestLogQuery): Generator<void, RequestLogPage> {
    return listRequests(this.#database, query);
  }

  /** Counts in short steps, like `list`. */
  countOverTime(query: RequestLogCountQuery): Generator<void, readonly RequestBucket[]> {
    return countLoggedRequests(this.#database, query);
  }

  removeBefore({ before, limit }: { readonly before: number; readonly limit: number }): number {
    return this.#remove.run(firstPositionOf(before), limit).changes;
  }

  /** Removes the prompts from a caller's rows; the next opening rewrites the file without them. */
  erasePrompts({ caller, limit }: { readonly caller: string; readonly limit: number }): number {
    const { changes } = this.#erase.run(caller, limit);
    if (changes > 0) this.#database.connection.pragma(`user_version = ${needsVacuum}`);
    return changes;
  }

  /** Size of the file in bytes, with its write-ahead log. */
  bytes(): number {
    return this.#pages('page_count') * this.#pageBytes;
  }

  /** Free pages of a file that cannot return them are reused, so that the file does not grow further. */
  removeBeyond({ bytes, limit }: { readonly bytes: number; readonly limit: number }): number {
    const used = this.bytes() - this.#pages('freelist_count') * this.#pageBytes;
    const removed = used > bytes ? this.#remove.run(Number.MAX_SAFE_INTEGER, limit).changes : 0;
    const surplus = Math.ceil((this.bytes() - bytes) / this.#pageBytes);
    if (surplus > 0) {
      const pages = Math.min(surplus, pagesPerStep);
      this.#database.connection.pragma(`incremental_vacuum(${pages})`);
    }
    return removed;
  }

  close(): void {
    this.#database.connection.close();
  }

  #pages(pragma: 'page_count' | 'freelist_count'): number {
    return numberOf(this.#database.connection, pragma);
  }

  #put(request: RequestCells): boolean {
    for (const position of positionsOf(request)) {
      if (this.#insert.run(position, ...request.rest).changes > 0) return true;
    }
    return false;
  }
}

function numberOf(connection: Database.Database, pragma: string): number {
  return Number(connection.pragma(pragma, { simple: true }));
}

/** Only a copy can enable returning free pages for a file that is not empty; a large file keeps its size. */
function letPagesGo(connection: Database.Database): void {
  if (numberOf(connection, 'auto_vacuum') !== 0) return;
  const bytes = numberOf(connection, 'page_count') * numberOf(connection, 'page_size');
  if (bytes > mostBytesToCopy) return;
  connection.pragma('auto_vacuum = INCREMENTAL');
  connection.exec('vacuum');
}

/** Uses a position that is free, or has an earlier row of the same call. */
function insertion(kysely: Kysely<RequestLogTables>): string {
  return kysely
    .insertInto('call')
    .values(emptyRow)
    .onConflict((conflict) =>
      conflict
        .column('position')
        .doUpdateSet(excluded(emptyRow))
        .where(sql.ref('call.id'), '=', sql.ref('excluded.id')),
    )
    .compile().sql;
}

function vacuumAfterErase(connection: Database.Database): void {
  if (connection.pragma('user_version', { simple: true }) !== needsVacuum) return;
  connection.exec('vacuum');
  connection.pragma('user_version = 0');
  connection.pragma('wal_checkpoint(TRUNCATE)');
}

function endAbandoned(connection: Database.Database, kysely: Kysely<RequestLogTables>): void {
  const { sql: text, parameters } = kysely
    .updateTable('call')
    .set({ is_open: 0, disconnected: 1, error_code: 'server_stopped' })
    .where('is_open', '=', sql.lit(1))
    .compile();
  connection.prepare(text).run([...parameters]);
}
