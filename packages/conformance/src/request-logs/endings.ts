import { deepStrictEqual, equal } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-context.ts';
import { callIds, callsOn, newCall, openCall } from './calls.ts';

/** Rows that are not kept for ever. */
export const callRetentionLaws: LawGroup<StorageContext> = {
  name: 'request-logs.retention',
  laws: [
    {
      name: 'calls that began before the instant are removed, the oldest first, as many as wished and no other',
      holds: async ({ bundle }) => {
        const { requestLogs } = bundle;
        requestLogs.append(
          ['a', 'b', 'c', 'd', 'e'].map((id, index) => newCall(id, { at: 100 + index })),
        );
        equal(await requestLogs.removeBefore({ before: 103, limit: 2 }), 2);
        deepStrictEqual(await callIds(bundle), ['e', 'd', 'c']);
        equal(await requestLogs.removeBefore({ before: 103, limit: 2 }), 1);
        deepStrictEqual(await callIds(bundle), ['e', 'd']);
        equal(await requestLogs.removeBefore({ before: 103, limit: 2 }), 0);
        for (const wish of [{ path: '/v1/videos/vt_1' }, { status: 200 }, { text: 'videos' }])
          deepStrictEqual(await callIds(bundle, wish), ['e', 'd']);
      },
    },
  ],
};

/** Calls nobody will answer any more. */
export const callEndingLaws: LawGroup<StorageContext> = {
  name: 'request-logs.endings',
  laws: [
    {
      name: 'a row that is open when its connection closes is told as never answered, ended ones stay',
      holds: async ({ bundle, harness }) => {
        const open = openCall('b', { at: 2, prompt: 'a boat' });
        const ended = newCall('a', { at: 1, status: 504, errorCode: 'generation_timeout' });
        bundle.requestLogs.append([open, ended]);
        await bundle.close();
        const again = await harness.reopen();
        const told = { ...open, disconnected: true, errorCode: 'server_stopped' };
        deepStrictEqual(await callsOn(again), bundle.manifest.durable ? [told, ended] : []);
        if (bundle.manifest.durable)
          deepStrictEqual(await callIds(again, { text: 'server_stopped' }), ['b']);
      },
    },
    {
      name: 'a call that waits over one connection stays open when another one comes and goes',
      holds: async ({ bundle, harness }) => {
        const open = openCall('a');
        bundle.requestLogs.append([open]);
        deepStrictEqual(await callsOn(bundle), [open]);
        if (bundle.manifest.processes === 'many') {
          const other = await harness.another();
          deepStrictEqual(await callsOn(other), [open]);
          await other.close();
        }
        deepStrictEqual(await callsOn(bundle), [open]);
      },
    },
  ],
};
