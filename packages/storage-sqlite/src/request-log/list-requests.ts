import {
  type RequestBucket,
  type RequestClassCount,
  addRequestCounts,
  emptyBuckets,
  type RequestLogCountQuery,
  type RequestLogEntry,
  type RequestLogPage,
  type RequestLogQuery,
} from '@filmgate/core';
import { sql } from 'kysely';
import {
  type RequestConditions,
  conditionsOf,
  type LogDatabase,
  run,
  stepEnd,
} from './request-conditions.ts';
import { firstPositionOf, instantOf } from './request-position.ts';
import type { RequestLogRow } from './request-log-tables.ts';

/** `requestClassOf` of the core in the words of SQLite. */
const requestClass = sql<RequestClassCount['requestClass']>`case
  when status is null then iif(disconnected = 1, 'failed', 'open')
  when status = 499 then 'clientGone'
  when status >= 500 then 'failed'
  when status >= 400 then 'refused'
  else 'ok' end`;

/** Counts the requests of each bucket, step by step from newest to oldest. */
export function* countLoggedRequests(
  database: LogDatabase,
  query: RequestLogCountQuery,
): Generator<void, readonly RequestBucket[]> {
  const { driving } = conditionsOf(query);
  const lowest = firstPositionOf(query.from);
  let buckets = emptyBuckets(query);
  let below = Math.min(firstPositionOf(query.until), Number.MAX_SAFE_INTEGER);
  for (;;) {
    const from = Math.max(lowest, stepEnd(database, driving, below));
    buckets = addRequestCounts(buckets, requestCountsOf(database, query, { from, below }));
    if (from <= lowest) return buckets;
    below = from;
    yield;
  }
}

function requestCountsOf(
  database: LogDatabase,
  query: RequestLogCountQuery,
  span: { readonly from: number; readonly below: number },
): readonly RequestClassCount[] {
  const { driving, others } = conditionsOf(query);
  let requestCounts = database.kysely
    .selectFrom('call')
    .select([
      bucketNumber(query).as('bucket'),
      requestClass.as('requestClass'),
      sql<number>`sum(calls)`.as('requests'),
    ])
    .where('position', '>=', span.from)
    .where('position', '<', span.below)
    .groupBy(['bucket', 'requestClass']);
  for (const condition of driving === undefined ? others : [driving, ...others]) {
    requestCounts = requestCounts.where(condition);
  }
  return run(database, requestCounts);
}

/** Numbers are bound as floating point, and only whole numbers divide without a remainder. */
function bucketNumber({ from, bucketMs }: RequestLogCountQuery) {
  const first = sql`cast(${firstPositionOf(from)} as integer)`;
  const length = sql`cast(${firstPositionOf(bucketMs)} as integer)`;
  return sql<number>`(position - ${first}) / ${length}`;
}

/** Above every position. */
const end = Number.MAX_SAFE_INTEGER;

/** A page, newest requests first. An indexed filter reads only the page; filters without an index scan in steps. */
export function* listRequests(
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
    const from = Math.max(lowest, endOfStep(database, conditions, below));
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

/** Undefined when the cursor is not one of this store. */
function readCursor(after: string | null): number | undefined {
  if (after === null) return end;
  const position = /^\d{1,16}$/.test(after) ? Number(after) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}

/** Without a filter to search for, the page's limit ends the step. */
function endOfStep(
  database: LogDatabase,
  { driving, others }: RequestConditions,
  below: number,
): number {
  return others.length === 0 ? 0 : stepEnd(database, driving, below);
}

function readRows(
  database: LogDatabase,
  { driving, others }: RequestConditions,
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

function toEntry(row: RequestLogRow): RequestLogEntry {
  return {
    id: row.id,
    at: instantOf(row.position),
    count: row.calls,
    lastAt: row.last_at ?? instantOf(row.position),
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
