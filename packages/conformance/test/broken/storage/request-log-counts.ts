import {
  type RequestBucket,
  requestClassOf,
  addRequestCounts,
  emptyBuckets,
  type RequestLogCountQuery,
} from '@filmgate/core';
import { requestLogQuery } from '../../../src/request-logs/requests.ts';
import { faultsOf } from './breaking.ts';
import { allOf, logs } from './request-logs.ts';

/** A log that changes the counted rows, and the counts. */
function counting(
  change: (query: RequestLogCountQuery) => Partial<RequestLogCountQuery>,
  say: (buckets: readonly RequestBucket[]) => readonly RequestBucket[] = (buckets) => buckets,
) {
  return logs((inner) => ({
    countOverTime: async (query) => say(await inner.countOverTime({ ...query, ...change(query) })),
  }));
}

/** A log that changes the counts of each bucket. */
function miscounting(
  change: (counts: RequestBucket['counts']) => Partial<RequestBucket['counts']>,
) {
  return counting(
    () => ({}),
    (buckets) =>
      buckets.map(({ at, counts }) => ({ at, counts: { ...counts, ...change(counts) } })),
  );
}

/** Wrong counts. */
export const requestCountFaults = faultsOf('request-logs', {
  'takes callers who left for callers who were refused': miscounting((counts) => ({
    refused: counts.refused + counts.clientGone,
    clientGone: 0,
  })),
  'takes calls that wait for calls that went well': miscounting((counts) => ({
    ok: counts.ok + counts.open,
    open: 0,
  })),
  'leaves out what was never answered': logs((inner) => ({
    countOverTime: async (query) => {
      const all = await allOf(inner, { ...requestLogQuery(), ...query, after: null });
      const never = all.filter(({ status, disconnected }) => status === null && disconnected);
      const buckets = await inner.countOverTime(query);
      return buckets.map(({ at, counts }) => {
        const here = never.filter((entry) => entry.at >= at && entry.at < at + query.bucketMs);
        return { at, counts: { ...counts, failed: counts.failed - here.length } };
      });
    },
  })),
  'counts rows instead of calls': logs((inner) => ({
    countOverTime: async (query) => {
      const all = await allOf(inner, { ...requestLogQuery(), ...query, after: null });
      const buckets = emptyBuckets(query);
      const requestCounts = all.map((entry) => ({
        bucket: Math.floor((entry.at - query.from) / query.bucketMs),
        requestClass: requestClassOf(entry),
        requests: 1,
      }));
      return addRequestCounts(buckets, requestCounts);
    },
  })),
  'leaves empty buckets out': counting(
    () => ({}),
    (buckets) =>
      buckets.filter(({ counts }) => Object.values(counts).some((requests) => requests > 0)),
  ),
  'counts to the end of the last bucket': counting(({ from, until, bucketMs }) => ({
    until: from + Math.ceil((until - from) / bucketMs) * bucketMs,
  })),
  'counts the newest hundred calls only': logs((inner) => ({
    countOverTime: async (query) => {
      const all = await allOf(inner, { ...requestLogQuery(), ...query, after: null });
      const from = all[99]?.at ?? query.from;
      const buckets = await inner.countOverTime(query);
      return buckets.map(({ at, counts }) =>
        at >= from ? { at, counts } : { at, counts: { ...counts, ok: 0 } },
      );
    },
  })),
  'counts whatever the path': counting(() => ({ path: null })),
  'counts whatever the caller': counting(() => ({ caller: null })),
  'counts whatever the text': counting(() => ({ text: null })),
  'takes any span': counting(({ from, until, bucketMs }) => {
    const wholeMs = Math.max(1, Math.round(bucketMs));
    const end = Math.max(from + 1, Math.min(until, from + wholeMs * 400));
    return { bucketMs: wholeMs, until: end };
  }),
});
