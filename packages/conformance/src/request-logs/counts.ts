import { deepStrictEqual, equal, rejects } from 'node:assert/strict';
import {
  type RequestBucket,
  requestClassOf,
  addRequestCounts,
  emptyBuckets,
  largestBucketCount,
  type RequestLogEntry,
} from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';
import {
  questions,
  requestsOn,
  countQuery,
  newRequest,
  openRequest,
  seed,
  start,
} from './requests.ts';

/** One request of each class and at each of its edges, in one bucket. */
const ofEachClass: readonly RequestLogEntry[] = [
  ...[200, 302, 399, 400, 401, 498, 500, 504, 599].map((status) =>
    newRequest(`status-${status}`, { at: start, status }),
  ),
  newRequest('left', { at: start, status: 499, disconnected: true }),
  newRequest('never', {
    at: start,
    status: null,
    disconnected: true,
    durationMs: 5,
    errorCode: 'server_stopped',
  }),
  openRequest('waiting', { at: start }),
];

/** Expected count of these rows. */
function countOf(
  entries: readonly RequestLogEntry[],
  span: Parameters<typeof emptyBuckets>[0],
): readonly RequestBucket[] {
  const requestCounts = entries.map((entry) => ({
    bucket: Math.floor((entry.at - span.from) / span.bucketMs),
    requestClass: requestClassOf(entry),
    requests: entry.count,
  }));
  return addRequestCounts(emptyBuckets(span), requestCounts);
}

/** Counts of the rows that `list` returns. */
export const requestCountLaws: LawGroup<StorageContext> = {
  name: 'request-logs.counts',
  laws: [
    {
      name: 'each request is counted once, under what became of it',
      holds: async ({ bundle }) => {
        bundle.requestLogs.append(ofEachClass);
        const span = countQuery({ until: start + 1 });
        const counts = { ok: 3, refused: 3, failed: 4, clientGone: 1, open: 1 };
        deepStrictEqual(await bundle.requestLogs.countOverTime(span), [{ at: start, counts }]);
        bundle.requestLogs.append([
          openRequest('waiting', { at: start, status: 200, durationMs: 7 }),
        ]);
        const ended = { ...counts, ok: 4, open: 0 };
        deepStrictEqual(await bundle.requestLogs.countOverTime(span), [
          { at: start, counts: ended },
        ]);
      },
    },
    {
      name: 'a row counts all the requests it covers, at the time the first of them began',
      holds: async ({ bundle }) => {
        const poll = newRequest('poll', { at: start + 1, count: 720, lastAt: start + 9 });
        const refused = newRequest('refused', { at: start + 1, status: 401, count: 40 });
        bundle.requestLogs.append([newRequest('one', { at: start + 1 }), poll, refused]);
        const counted = await bundle.requestLogs.countOverTime(countQuery());
        deepStrictEqual(counted, countOf([{ ...poll, count: 721 }, refused], countQuery()));
        bundle.requestLogs.append([{ ...poll, count: 721 }]);
        const [, grown] = await bundle.requestLogs.countOverTime(countQuery());
        deepStrictEqual([grown?.counts.ok, grown?.counts.refused], [722, 40]);
      },
    },
    {
      name: 'buckets are as long as wished, empty ones are there too, the last ends with the span',
      holds: async ({ bundle }) => {
        const instants = [-1, 0, 9, 10, 29, 30, 34, 35, 40];
        bundle.requestLogs.append(instants.map((ms) => newRequest(`at-${ms}`, { at: start + ms })));
        const buckets = await bundle.requestLogs.countOverTime(
          countQuery({ until: start + 35, bucketMs: 10 }),
        );
        deepStrictEqual(
          buckets.map(({ at, counts }) => [at - start, counts.ok]),
          [
            [0, 2],
            [10, 1],
            [20, 1],
            [30, 2],
          ],
        );
      },
    },
    {
      name: 'every filter counts what it lists',
      holds: async ({ bundle }) => {
        seed(bundle);
        for (const [wish] of questions) {
          const { from, until, ...filters } = wish;
          const span = countQuery({ ...filters, from: from ?? start, until: until ?? start + 9 });
          const rows = await requestsOn(bundle, wish);
          const counted = await bundle.requestLogs.countOverTime({ ...span, bucketMs: 2 });
          deepStrictEqual(counted, countOf(rows, { ...span, bucketMs: 2 }), JSON.stringify(wish));
        }
        for (const text of ['KEY', '/V1/', '100%']) {
          const counted = await bundle.requestLogs.countOverTime(countQuery({ text }));
          deepStrictEqual(counted, countOf(await requestsOn(bundle, { text }), countQuery()), text);
        }
      },
    },
    {
      name: 'a thousand requests over a year are all counted, and as many buckets as there may be',
      holds: async ({ bundle }) => {
        const year = 365 * 24 * 3_600_000;
        bundle.requestLogs.append(
          Array.from({ length: 1_000 }, (_, index) =>
            newRequest(`call-${index}`, { at: start + Math.floor((index * year) / 1_000) }),
          ),
        );
        const bucketMs = Math.ceil(year / largestBucketCount);
        const span = countQuery({ until: start + year, bucketMs });
        const buckets = await bundle.requestLogs.countOverTime(span);
        equal(buckets.length, largestBucketCount);
        deepStrictEqual(buckets, countOf(await requestsOn(bundle, { limit: 2_000 }), span));
      },
    },
    {
      name: 'a span that cannot be counted is a fault',
      holds: async ({ bundle }) => {
        const wishes = [
          { until: start },
          { bucketMs: 0 },
          { bucketMs: 1.5 },
          { until: start + largestBucketCount + 1 },
        ];
        for (const wish of wishes)
          await rejects(bundle.requestLogs.countOverTime(countQuery(wish)), RangeError);
      },
    },
  ],
};
