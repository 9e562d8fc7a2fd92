import { deepStrictEqual } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import {
  questions,
  requestIds,
  requestLogQuery,
  newRequest,
  pagesOf,
  seed,
  start,
} from './requests.ts';

/** Lists of past requests. */
export const requestListLaws: LawGroup<StorageContext> = {
  name: 'request-logs.list',
  laws: [
    {
      name: 'calls that began last come first, whenever they were written',
      holds: async ({ bundle }) => {
        seed(bundle);
        deepStrictEqual((await requestIds(bundle)).join(''), 'fedcba');
      },
    },
    {
      name: 'each filter lets through what it says, and all of them together what each does',
      holds: async ({ bundle }) => {
        seed(bundle);
        const found: [unknown, string][] = [];
        for (const [wish] of questions)
          found.push([wish, (await requestIds(bundle, wish)).join('')]);
        deepStrictEqual(found, questions);
      },
    },
    {
      name: 'text is looked for in path, prompt, error code and request id, whatever the case, sign by sign',
      holds: async ({ bundle }) => {
        bundle.requestLogs.append([
          newRequest('path', { at: 5, path: '/V1/Boats' }),
          newRequest('prompt', { at: 4, prompt: 'ein BOOT, ÄRGER 100%_\\ 画面' }),
          newRequest('code', { at: 3, errorCode: 'Boat_missing' }),
          newRequest('request', { at: 2, requestId: 'my-BOAT.7' }),
          newRequest('none', { at: 1, caller: 'boat', model: 'boat', jobId: 'boat' }),
        ]);
        deepStrictEqual(await requestIds(bundle, { text: 'boat' }), ['path', 'code', 'request']);
        for (const text of ['boot', 'ärger', '画面', '100%_', '_\\ ', '%'])
          deepStrictEqual(await requestIds(bundle, { text }), ['prompt'], text);
        for (const text of ['10_%', 'b%t', 'b__t', 'boat.8'])
          deepStrictEqual(await requestIds(bundle, { text }), [], text);
      },
    },
    {
      name: 'pages follow each other without gap or repetition, also among requests of one ms',
      holds: async ({ bundle }) => {
        const entries = Array.from({ length: 23 }, (_, index) =>
          newRequest(`call-${index}`, {
            at: start + Math.floor(index / 10),
            status: index % 3 === 0 ? 500 : 200,
          }),
        );
        bundle.requestLogs.append(entries);
        for (const wish of [{}, { status: 200 }, { text: 'CALL-' }, { path: '/v1/*' }]) {
          const [all = []] = await pagesOf(bundle, { ...wish, limit: 100 });
          const pages = await pagesOf(bundle, { ...wish, limit: 4 });
          deepStrictEqual(pages.flat(), all);
          deepStrictEqual(pages.length, Math.ceil(all.length / 4));
        }
      },
    },
    {
      name: 'a page goes on where the one before ended, whatever has come or gone meanwhile',
      holds: async ({ bundle }) => {
        seed(bundle);
        const first = ofKind(await bundle.requestLogs.list(requestLogQuery({ limit: 2 })), 'page');
        bundle.requestLogs.append([newRequest('late', { at: start + 9 })]);
        const second = await bundle.requestLogs.list(
          requestLogQuery({ limit: 2, after: first.next }),
        );
        deepStrictEqual(
          ofKind(second, 'page').entries.map(({ id }) => id),
          ['d', 'c'],
        );
        await bundle.requestLogs.removeBefore({ before: start + 9, limit: 100 });
        const third = await bundle.requestLogs.list(requestLogQuery({ after: first.next }));
        deepStrictEqual(ofKind(third, 'page').entries, []);
      },
    },
    {
      name: 'a cursor of no list is told',
      holds: async ({ bundle }) => {
        seed(bundle);
        for (const after of ['', 'nothing', 'a', '-1', "' or 1=1"])
          ofKind(await bundle.requestLogs.list(requestLogQuery({ after })), 'cursor-unknown');
      },
    },
  ],
};
