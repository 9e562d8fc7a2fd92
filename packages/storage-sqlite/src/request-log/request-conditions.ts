import { foldText, type RequestLogFilters } from '@filmgate/core';
import type Database from 'better-sqlite3';
import { type Compilable, type Expression, type Kysely, sql, type SqlBool } from 'kysely';
import type { RequestLogRow, RequestLogTables } from './request-log-tables.ts';

/** Rows looked through at a time, some 5 ms; in between the thread may write. */
const rowsPerStep = 10_000;

/** The connection of the thread, and the words for it. */
export interface LogDatabase {
  readonly connection: Database.Database;
  readonly kysely: Kysely<RequestLogTables>;
}

/** The lowest position of a step that begins below the given one; 0 where it may go to the end. */
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

/** The rows a query finds. */
export function run<Row>({ connection }: LogDatabase, query: Compilable<Row>): readonly Row[] {
  const { sql: text, parameters } = query.compile();
  return connection.prepare<unknown[], Row>(text).all([...parameters]);
}

/** Only this has to be asked of JavaScript: SQLite's own comparison knows the case of ASCII letters only. */
const foldFunction = 'folded';

/** From this status on there is an index: see the migration. */
const rareFrom = 400;

const plainAscii = /^[\u0020-\u007e]*$/;

/** What every row fulfils that is looked for. */
export interface RequestConditions {
  /** The one whose index gives the rows in order. */
  readonly driving: Expression<SqlBool> | undefined;
  /** Those each row of the index is then looked at for. */
  readonly others: readonly Expression<SqlBool>[];
}

/** Teaches a connection to compare letters other than ASCII. */
export function registerTextSearch(connection: Database.Database): void {
  connection.function(foldFunction, { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? foldText(text) : null,
  );
}

/** The conditions of these filters. */
export function conditionsOf(query: RequestLogFilters): RequestConditions {
  const isBad = query.status !== null && query.status >= rareFrom;
  const status = equal('status', query.status);
  // The rarest first, as far as one can know.
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

/** Undefined when nothing is asked. */
function equal(column: keyof RequestLogRow, value: string | number | null): Indexed | undefined {
  if (value === null) return undefined;
  return {
    plain: sql<SqlBool>`${sql.ref(column)} = ${value}`,
    offIndex: sql<SqlBool>`+${sql.ref(column)} = ${value}`,
  };
}

/** An index of some rows is used where the query says, in the same words, that it wants only such rows. */
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

/** Only prompts are written in all languages; a path that is has escapes, or stands as it is. */
function containsBeyondAscii(text: string): Expression<SqlBool> {
  const inPrompt = sql<SqlBool>`instr(${sql.raw(foldFunction)}(prompt), ${foldText(text)}) > 0`;
  return sql<SqlBool>`(instr(path, ${text}) > 0 or (prompt is not null and ${inPrompt}))`;
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
