import type { RequestLogEntry, RequestLogPage, RequestLogQuery } from '@filmgate/core';
import type Database from 'better-sqlite3';
import { type Compilable, type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { foldText } from '../search/fold-text.ts';
import { firstPositionOf, instantOf } from './call-position.ts';
import type { RequestLogRow, RequestLogTables } from './request-log-tables.ts';

/** Rows looked through at a time, some 5 ms; in between the thread may write. */
const rowsPerStep = 10_000;

/** No position is as high. */
const end = Number.MAX_SAFE_INTEGER;

/** Only this has to be asked of JavaScript: SQLite's own comparison knows the case of ASCII letters only. */
const foldFunction = 'folded';

/** From this status on there is an index: see the migration. */
const rareFrom = 400;

const plainAscii = /^[\u0020-\u007e]*$/;

interface LogDatabase {
  readonly connection: Database.Database;
  readonly kysely: Kysely<RequestLogTables>;
}

/** What every row of the list fulfils. */
interface Conditions {
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

/**
 * A page, those that began last first. A filter with an index costs as much as the page is long; what only looking at
 * rows can tell is looked for step by step.
 */
export function* listCalls(
  database: LogDatabase,
  query: RequestLogQuery,
): Generator<void, RequestLogPage> {
  const cursor = readCursor(query.after);
  if (cursor === undefined) return { kind: 'cursor-unknown' };
  const conditions = conditionsOf(query);
  const lowest = query.from === null ? 0 : firstPositionOf(query.from);
  let below = Math.min(cursor, query.until === null ? end : firstPositionOf(query.until));
  const found: RequestLogRow[] = [];
  for (;;) {
    const from = Math.max(lowest, stepEnd(database, conditions, below));
    const wanted = query.limit + 1 - found.length;
    found.push(...readRows(database, conditions, { from, below, wanted }));
    if (found.length > query.limit || from <= lowest) break;
    below = from;
    yield;
  }
  const page = found.slice(0, query.limit);
  const last = found.length > query.limit ? page.at(-1) : undefined;
  return {
    kind: 'page',
    entries: page.map(toEntry),
    next: last === undefined ? null : String(last.position),
  };
}

/** Undefined when it is no cursor of ours. */
function readCursor(after: string | null): number | undefined {
  if (after === null) return end;
  const position = /^\d{1,16}$/.test(after) ? Number(after) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}

function conditionsOf(query: RequestLogQuery): Conditions {
  const isBad = query.status !== null && query.status >= rareFrom;
  const status = equal('status', query.status);
  const wholePath = query.path?.endsWith('*') === true ? null : query.path;
  // The rarest first, as far as one can know.
  const indexed = [
    equal('job_id', query.jobId),
    equal('path', wholePath),
    ...(isBad ? [badStatus(status)] : []),
    equal('caller', query.caller),
    equal('model', query.model),
  ].filter((one) => one !== undefined);
  const [driving, ...rest] = indexed;
  const looked = [
    isBad ? undefined : status?.offIndex,
    pathBegins(query.path),
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

function pathBegins(path: string | null): Expression<SqlBool> | undefined {
  if (path?.endsWith('*') !== true) return undefined;
  const beginning = path.slice(0, -1);
  return sql<SqlBool>`substr(+path, 1, length(${beginning})) = ${beginning}`;
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

/** The lowest position of a step that begins below the given one; 0 where it may go to the end. */
function stepEnd(database: LogDatabase, { driving, others }: Conditions, below: number): number {
  if (others.length === 0) return 0;
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

function readRows(
  database: LogDatabase,
  { driving, others }: Conditions,
  span: { readonly from: number; readonly below: number; readonly wanted: number },
): readonly RequestLogRow[] {
  let rows = database.kysely
    .selectFrom('call')
    .selectAll()
    .where('position', '>=', span.from)
    .where('position', '<', span.below)
    .orderBy('position', 'desc')
    .limit(span.wanted);
  for (const condition of driving === undefined ? others : [driving, ...others]) {
    rows = rows.where(condition);
  }
  return run(database, rows);
}

function run<Row>({ connection }: LogDatabase, query: Compilable<Row>): readonly Row[] {
  const { sql: text, parameters } = query.compile();
  return connection.prepare<unknown[], Row>(text).all([...parameters]);
}

function toEntry(row: RequestLogRow): RequestLogEntry {
  return {
    id: row.id,
    at: instantOf(row.position),
    requestId: row.request_id,
    caller: row.caller,
    method: row.method,
    path: row.path,
    model: row.model,
    status: row.status,
    errorCode: row.error_code,
    durationMs: row.duration_ms,
    jobId: row.job_id,
    disconnected: row.disconnected === 1,
    promptDigest: row.prompt_digest,
    prompt: row.prompt,
  };
}
