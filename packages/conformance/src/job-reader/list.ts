import { deepStrictEqual, equal } from 'node:assert/strict';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import { ids, idsOn, query } from './listing.ts';

/** Pages of jobs by creation, and their filters. */
export const listLaws: LawGroup<StorageContext> = {
  name: 'job-reader.list',
  laws: [
    {
      name: 'jobs come by creation, in either direction, whatever happened to them since',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const [first, second, third] = [
          await scene.accept({ id: 'vt_z' }),
          await scene.accept({ id: 'vt_a' }),
          await scene.accept(),
        ];
        await scene.bring(first, 'completed');
        deepStrictEqual(await idsOn(bundle), ids(third, second, first));
        deepStrictEqual(await idsOn(bundle, { order: 'oldest-first' }), ids(first, second, third));
      },
    },
    {
      name: 'a page holds whole jobs as they stand now',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('completed');
        deepStrictEqual(ofKind(await bundle.reader.list(query()), 'page').jobs, [job]);
      },
    },
    {
      name: 'an empty store gives an empty page',
      holds: async ({ bundle }) => {
        deepStrictEqual(await bundle.reader.list(query()), {
          kind: 'page',
          jobs: [],
          hasMore: false,
        });
      },
    },
    {
      name: '`hasMore` is true exactly while something follows',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const jobs = [await scene.accept(), await scene.accept(), await scene.accept()];
        for (const [limit, more] of [
          [2, true],
          [3, false],
          [4, false],
        ] as const) {
          const page = ofKind(await bundle.reader.list(query({ limit })), 'page');
          deepStrictEqual([page.jobs.length, page.hasMore], [Math.min(limit, jobs.length), more]);
        }
      },
    },
    {
      name: 'an owner sees its own jobs only, a surface its own only',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const tasks = await scene.accept({ owner: 'user:a', surface: 'tasks' });
        const local = await scene.accept({ owner: 'user:a', surface: 'local' });
        const other = await scene.accept({ owner: 'user:b', surface: 'tasks' });
        deepStrictEqual(await idsOn(bundle, { owner: 'user:a' }), ids(local, tasks));
        deepStrictEqual(await idsOn(bundle, { owner: 'user:a', surface: 'tasks' }), ids(tasks));
        deepStrictEqual(await idsOn(bundle, { surface: 'tasks' }), ids(other, tasks));
        deepStrictEqual(await idsOn(bundle, { owner: 'user:%' }), []);
        equal((await idsOn(bundle)).length, 3);
      },
    },
    {
      name: 'states, model and account narrow, each alone and all together',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await scene.account('account-2');
        const queued = await scene.accept({ model: 'm1' });
        const polling = await scene.acceptIn('polling', { model: 'm1' });
        const failed = await scene.acceptIn('failed', { model: 'm2' });
        const elsewhere = await scene.bring(
          await scene.accept({ model: 'm1' }),
          'polling',
          'account-2',
        );
        deepStrictEqual(await idsOn(bundle, { states: ['queued', 'failed'] }), ids(failed, queued));
        deepStrictEqual(await idsOn(bundle, { states: [] }), []);
        deepStrictEqual(await idsOn(bundle, { models: ['m1'] }), ids(elsewhere, polling, queued));
        const ofBoth = ids(elsewhere, failed, polling, queued);
        deepStrictEqual(await idsOn(bundle, { models: ['m1', 'none', 'm2'] }), ofBoth);
        deepStrictEqual(await idsOn(bundle, { models: ['none', 'm2'] }), ids(failed));
        const words = { models: ['m2', 'm1'], search: ['a'], accountId: 'account-2' };
        deepStrictEqual(await idsOn(bundle, words), ids(elsewhere));
        deepStrictEqual(await idsOn(bundle, { accountId: 'account-1' }), ids(failed, polling));
        deepStrictEqual(
          await idsOn(bundle, { states: ['polling'], models: ['m1'], accountId: 'account-1' }),
          ids(polling),
        );
      },
    },
    {
      name: 'a time span takes in its first instant and leaves out its last',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const [first, second, third] = [
          await scene.accept(),
          await scene.accept(),
          await scene.accept(),
        ];
        const [from, until] = [second.createdAt, third.createdAt];
        deepStrictEqual(await idsOn(bundle, { createdFrom: from }), ids(third, second));
        deepStrictEqual(await idsOn(bundle, { createdUntil: until }), ids(second, first));
        deepStrictEqual(
          await idsOn(bundle, { createdFrom: from, createdUntil: until }),
          ids(second),
        );
        deepStrictEqual(await idsOn(bundle, { createdFrom: from, createdUntil: from }), []);
      },
    },
    {
      name: 'a state filter follows the job',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.accept();
        deepStrictEqual(await idsOn(bundle, { states: ['queued'] }), ids(job));
        await scene.bring(job, 'storing');
        deepStrictEqual(await idsOn(bundle, { states: ['queued'] }), []);
        deepStrictEqual(await idsOn(bundle, { states: ['storing'] }), ids(job));
      },
    },
  ],
};
