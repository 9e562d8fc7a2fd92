import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';
import { requestIds, requestsOn, newRequest, openRequest } from './requests.ts';

/** Rows that are not kept for ever. */
export const requestRetentionLaws: LawGroup<StorageContext> = {
  name: 'request-logs.retention',
  laws: [
    {
      name: 'calls that began before the instant are removed, the oldest first, as many as wished and no other',
      holds: async ({ bundle }) => {
        const { requestLogs } = bundle;
        requestLogs.append(
          ['a', 'b', 'c', 'd', 'e'].map((id, index) => newRequest(id, { at: 100 + index })),
        );
        equal(await requestLogs.removeBefore({ before: 103, limit: 2 }), 2);
        deepStrictEqual(await requestIds(bundle), ['e', 'd', 'c']);
        equal(await requestLogs.removeBefore({ before: 103, limit: 2 }), 1);
        deepStrictEqual(await requestIds(bundle), ['e', 'd']);
        equal(await requestLogs.removeBefore({ before: 103, limit: 2 }), 0);
        for (const wish of [{ path: '/v1/videos/vt_1' }, { status: 200 }, { text: 'videos' }])
          deepStrictEqual(await requestIds(bundle, wish), ['e', 'd']);
      },
    },
    {
      name: 'a log that takes more than it may gives up its oldest requests in steps until it fits, and no other',
      holds: async ({ bundle: { requestLogs }, bundle }) => {
        const path = `/v1/${'long/'.repeat(150)}`;
        const ids = Array.from({ length: 4_000 }, (_, index) => `call-${index}`);
        requestLogs.append(ids.map((id, index) => newRequest(id, { at: 100 + index, path })));
        const all = await requestLogs.bytes();
        ok(all > ids.length * path.length, `${all} bytes are less than what was written`);
        equal(await requestLogs.removeBeyond({ bytes: all, limit: 300 }), 0);
        equal((await requestIds(bundle, { limit: 5_000 })).length, ids.length);
        const bytes = Math.floor(all / 2);
        const steps: number[] = [];
        do steps.push(await requestLogs.removeBeyond({ bytes, limit: 300 }));
        while (steps.at(-1) !== 0 && steps.length < 20);
        const left = await requestIds(bundle, { limit: 5_000 });
        const removed = steps.reduce((sum, step) => sum + step, 0);
        deepStrictEqual(left, ids.slice(removed).toReversed());
        ok(
          steps.every((step) => step <= 300),
          `a step removed more than it may: ${steps.join(' ')}`,
        );
        // The last step removes slightly more than it must; pages that cannot be returned are few.
        ok(left.length > 1_300 && left.length < 2_300, `${left.length} calls are left`);
        const after = await requestLogs.bytes();
        ok(after <= bytes, `${after} bytes are more than ${bytes}`);
        equal(await requestLogs.removeBeyond({ bytes, limit: 300 }), 0);
      },
    },
  ],
};

/** Requests that will never get a response. */
export const requestEndingLaws: LawGroup<StorageContext> = {
  name: 'request-logs.endings',
  laws: [
    {
      name: 'a row that is open when its connection closes is told as never answered, ended ones stay',
      holds: async ({ bundle, harness }) => {
        const open = openRequest('b', { at: 2, prompt: 'a boat' });
        const ended = newRequest('a', { at: 1, status: 504, errorCode: 'generation_timeout' });
        bundle.requestLogs.append([open, ended]);
        await bundle.close();
        const again = await harness.reopen();
        const reported = { ...open, disconnected: true, errorCode: 'server_stopped' };
        deepStrictEqual(await requestsOn(again), bundle.manifest.durable ? [reported, ended] : []);
        if (bundle.manifest.durable)
          deepStrictEqual(await requestIds(again, { text: 'server_stopped' }), ['b']);
      },
    },
    {
      name: 'a request that waits over one connection stays open when another one comes and goes',
      holds: async ({ bundle, harness }) => {
        const open = openRequest('a');
        bundle.requestLogs.append([open]);
        deepStrictEqual(await requestsOn(bundle), [open]);
        if (bundle.manifest.processes === 'many') {
          const other = await harness.another();
          deepStrictEqual(await requestsOn(other), [open]);
          await other.close();
        }
        deepStrictEqual(await requestsOn(bundle), [open]);
      },
    },
  ],
};
