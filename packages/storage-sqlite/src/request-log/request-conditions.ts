import { foldText, type RequestLogFilters } from '@filmgate/core';
import type Database from 'better-sqlite3';
import { type Compilable, type Expression, type Kysely, sql, type SqlBool } from 'kysely';
import type { RequestLogRow, RequestLogTables } from './request-log-tables.ts';

/** Rows scanned at a time, some 5 ms; in between the thread may write. */
const rowsPerStep = 10_000;

/** Connection of the thread, with its query builder. */
export interface LogDatabase {
  readonly connection: Database.Database;
  readonly kysely: Kysely<RequestLogTables>;
}

/** Lowest position of a step that begins below the given one; 0 where the step may go to the end. */
export function stepEnd(
  database: LogDatabase,
  driving: RequestConditions['driving'],
  below: number,
): number {
  let last = database.kysely
    .selectFrom('call')
    .select('position')
    .where('position', '<', below)
    .orderBy('position', 'desc')
    .limit(1)
    .offset(rowsPerStep - 1);
  if (driving !== undefined) last = last.where(driving);
  return run(database, last)[0]?.position ?? 0;
}

/** Returns the rows of a query. */
export function run<Row>({ connection }: LogDatabase, query: Compilable<Row>): readonly Row[] {
  const { sql: text, parameters } = query.compile();
  return connection.prepare<unknown[], Row>(text).all([...parameters]);
}

/** SQL function for case-insensitive search, in JavaScript: SQLite knows the case of ASCII letters only. */
const foldFunction = 'folded';

/** Lowest status that has an index: see the migration. */
const rareFrom = 400;

const plainAscii = /^[\u0020-\u007e]*$/;

/** Conditions that every listed row fulfils. */
export interface RequestConditions {
  /** Condition whose index returns the rows in order. */
  readonly driving: Expression<SqlBool> | undefined;
  /** Conditions that are checked on each row of the index. */
  readonly others: readonly Expression<SqlBool>[];
}

/** Registers a function on a connection that compares letters other than ASCII. */
export function registerTextSearch(connection: Database.Database): void {
  connection.function(foldFunction, { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? foldText(text) : null,
  );
}

export function conditionsOf(query: RequestLogFilters): RequestConditions {
  const isBad = query.status !== null && query.status >= rareFrom;
  const status = equal('status', query.status);
  // The rarest first, by estimate.
  const indexed = [
    equal('job_id', query.jobId),
    ...(isBad ? [badStatus(status)] : []),
    equal('caller', query.caller),
    equal('model', query.model),
  ].filter((one) => one !== undefined);
  const [driving, ...rest] = indexed;
  const looked = [
    isBad ? undefined : status?.offIndex,
    hasPath(query.path),
    contains(query.text),
  ].filter((one) => one !== undefined);
  return { driving: driving?.plain, others: [...rest.map(({ offIndex }) => offIndex), ...looked] };
}

/** A condition with and without the use of its index. */
interface Indexed {
  readonly plain: Expression<SqlBool>;
  readonly offIndex: Expression<SqlBool>;
}

/** Undefined when the filter is not set. */
function equal(column: keyof RequestLogRow, value: string | number | null): Indexed | undefined {
  if (value === null) return undefined;
  return {
    plain: sql<SqlBool>`${sql.ref(column)} = ${value}`,
    offIndex: sql<SqlBool>`+${sql.ref(column)} = ${value}`,
  };
}

/** A partial index is used only where the query repeats the condition of the index literally. */
function badStatus(status: Indexed | undefined): Indexed | undefined {
  if (status === undefined) return undefined;
  return { ...status, plain: sql<SqlBool>`(${status.plain} and status >= 400)` };
}

function hasPath(path: string | null): Expression<SqlBool> | undefined {
  if (path === null) return undefined;
  if (!path.endsWith('*')) return sql<SqlBool>`path = ${path}`;
  const beginning = path.slice(0, -1);
  return sql<SqlBool>`substr(path, 1, length(${beginning})) = ${beginning}`;
}

function contains(text: string | null): Expression<SqlBool> | undefined {
  if (text === null || text === '') return undefined;
  if (!plainAscii.test(text)) return containsBeyondAscii(text);
  const each = ['path', 'error_code', 'request_id', 'prompt'].map(
    (column) => sql<SqlBool>`${sql.ref(column)} like ${likePattern(text)} escape '\\'`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/** Only prompts are written in all languages; a non-ASCII path is escaped, or compared unchanged. */
function containsBeyondAscii(text: string): Expression<SqlBool> {
  const inPrompt = sql<SqlBool>`instr(${sql.raw(foldFunction)}(prompt), ${foldText(text)}) > 0`;
  return sql<SqlBool>`(instr(path, ${text}) > 0 or (prompt is not null and ${inPrompt}))`;
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
