import {
  type CallBucket,
  type CallTally,
  countCalls,
  emptyBuckets,
  type RequestLogCountQuery,
} from '@filmgate/core';
import { sql } from 'kysely';
import { conditionsOf } from './call-conditions.ts';
import { firstPositionOf } from './call-position.ts';
import { type LogDatabase, run, stepEnd } from './log-database.ts';

/** `callClassOf` of the core in the words of SQLite. */
const callClass = sql<CallTally['callClass']>`case
  when status is null then iif(disconnected = 1, 'failed', 'open')
  when status = 499 then 'clientGone'
  when status >= 500 then 'failed'
  when status >= 400 then 'refused'
  else 'ok' end`;

/** Counts the calls of each bucket, step by step from the newest back. */
export function* countLoggedCalls(
  database: LogDatabase,
  query: RequestLogCountQuery,
): Generator<void, readonly CallBucket[]> {
  const { driving } = conditionsOf(query);
  const lowest = firstPositionOf(query.from);
  let buckets = emptyBuckets(query);
  let below = Math.min(firstPositionOf(query.until), Number.MAX_SAFE_INTEGER);
  for (;;) {
    const from = Math.max(lowest, stepEnd(database, driving, below));
    buckets = countCalls(buckets, talliesOf(database, query, { from, below }));
    if (from <= lowest) return buckets;
    below = from;
    yield;
  }
}

function talliesOf(
  database: LogDatabase,
  query: RequestLogCountQuery,
  span: { readonly from: number; readonly below: number },
): readonly CallTally[] {
  const { driving, others } = conditionsOf(query);
  let tallies = database.kysely
    .selectFrom('call')
    .select([
      bucketNumber(query).as('bucket'),
      callClass.as('callClass'),
      sql<number>`sum(calls)`.as('calls'),
    ])
    .where('position', '>=', span.from)
    .where('position', '<', span.below)
    .groupBy(['bucket', 'callClass']);
  for (const condition of driving === undefined ? others : [driving, ...others]) {
    tallies = tallies.where(condition);
  }
  return run(database, tallies);
}

/** Numbers are bound as floating point, and only whole ones are divided without a rest. */
function bucketNumber({ from, bucketMs }: RequestLogCountQuery) {
  const first = sql`cast(${firstPositionOf(from)} as integer)`;
  const length = sql`cast(${firstPositionOf(bucketMs)} as integer)`;
  return sql<number>`(position - ${first}) / ${length}`;
}
