import { deepStrictEqual, equal } from 'node:assert/strict';
import type { RequestLogEntry } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';
import { requestIds, requestLogQuery, requestsOn, newRequest, openRequest } from './requests.ts';

const full: Partial<RequestLogEntry> = {
  caller: 'service',
  model: 'vidA-fast-4s-16x9-720p',
  status: 499,
  errorCode: 'generation_timeout',
  durationMs: 900_001,
  jobId: 'lj_1',
  disconnected: true,
  promptDigest: 'ab'.repeat(32),
  count: 1_234,
  lastAt: 3_600_001,
  prompt: "It's a boat, 画面 \u0000 🚢 ".repeat(400),
};
const nothing: Partial<RequestLogEntry> = { caller: null, status: 401, durationMs: 0 };

/** Logged rows are kept. */
export const requestRowLaws: LawGroup<StorageContext> = {
  name: 'request-logs.rows',
  laws: [
    {
      name: 'rows are kept word for word',
      holds: async ({ bundle }) => {
        const rows = [newRequest('b', { at: 2, ...full }), newRequest('a', { at: 1, ...nothing })];
        bundle.requestLogs.append(rows);
        deepStrictEqual(await requestsOn(bundle), rows);
      },
    },
    {
      name: 'a row appended again replaces the earlier one of its id and keeps its place',
      holds: async ({ bundle }) => {
        const waiting = openRequest('b', { at: 2 });
        bundle.requestLogs.append([
          newRequest('a', { at: 1 }),
          waiting,
          newRequest('c', { at: 3 }),
        ]);
        deepStrictEqual((await requestsOn(bundle))[1], waiting);
        const left = { ...waiting, status: 499, durationMs: 7, disconnected: true };
        bundle.requestLogs.append([left]);
        deepStrictEqual((await requestsOn(bundle))[1], left);
        const withJob = { ...left, jobId: 'lj_late' };
        bundle.requestLogs.append([withJob]);
        deepStrictEqual((await requestsOn(bundle))[1], withJob);
        deepStrictEqual(await requestIds(bundle), ['c', 'b', 'a']);
      },
    },
    {
      name: 'a row that gathers requests grows in its place, and ended once can grow on',
      holds: async ({ bundle }) => {
        const poll = newRequest('b', { at: 2 });
        bundle.requestLogs.append([newRequest('a', { at: 1 }), poll, newRequest('c', { at: 3 })]);
        for (const count of [2, 3, 400]) {
          const grown = { ...poll, count, lastAt: 2 + 5_000 * count, requestId: `req_${count}` };
          bundle.requestLogs.append([grown]);
          deepStrictEqual((await requestsOn(bundle))[1], grown);
        }
        deepStrictEqual(await requestIds(bundle), ['c', 'b', 'a']);
        deepStrictEqual(await requestIds(bundle, { until: 3 }), ['b', 'a']);
      },
    },
    {
      name: 'of rows that come at once, in one ms and over several connections, none is lost',
      holds: async ({ bundle, connections }) => {
        const ways = await connections(4);
        const ids = Array.from({ length: 400 }, (_, index) => `call-${index}`);
        for (const [index, id] of ids.entries())
          ways[index % ways.length]?.requestLogs.append([newRequest(id)]);
        // Each connection returns the rows appended over it first.
        for (const way of ways) await way.requestLogs.list(requestLogQuery());
        deepStrictEqual(new Set(await requestIds(bundle, { limit: 1_000 })), new Set(ids));
      },
    },
    {
      name: 'appending returns at once and never throws, also after closing',
      holds: async ({ bundle }) => {
        const append: (entries: readonly RequestLogEntry[]) => unknown = (entries) =>
          bundle.requestLogs.append(entries);
        equal(append([]), undefined);
        equal(append([newRequest('a')]), undefined);
        await bundle.close();
        equal(append([newRequest('b')]), undefined);
      },
    },
  ],
};
