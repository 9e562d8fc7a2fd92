import { deepStrictEqual, equal } from 'node:assert/strict';
import type { JobListQuery, StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import { ids, idsOn, query } from './listing.ts';

/** More than any law needs: a store that always returns another page must not run the kit for ever. */
const mostPages = 100;

/** Paging by the id a page starts after; foreign and missing ids are the same (I11). */
export const cursorLaws: LawGroup<StorageContext> = {
  name: 'job-reader.cursor',
  laws: [
    {
      name: 'pages join without a gap and without a repeat, in either order, also within one ms',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { now } = scene;
        const made = ['vt_q', 'vt_c', 'vt_x', 'vt_a', 'vt_m', 'vt_b', 'vt_y'];
        for (const id of made) {
          const job = scene.make.newJob({ id, now });
          ofKind(
            await bundle.jobs.acceptJob({ job, idempotency: null, queueLimit: 100, now }),
            'accepted',
          );
        }
        const down = await allPages(bundle, { order: 'newest-first', limit: 2 });
        const up = await allPages(bundle, { order: 'oldest-first', limit: 2 });
        deepStrictEqual(down.toSorted(), made.toSorted());
        deepStrictEqual(up, down.toReversed());
        deepStrictEqual(await idsOn(bundle), down);
      },
    },
    {
      name: 'jobs made while a reader pages down do not shift the pages',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const [first, second] = [await scene.accept(), await scene.accept(), await scene.accept()];
        const newest = (await idsOn(bundle, { limit: 1 }))[0] ?? '';
        await scene.accept();
        deepStrictEqual(await idsOn(bundle, { after: newest }), ids(second, first));
      },
    },
    {
      name: '[invariants.i11-foreign-is-missing] a foreign job, one of another surface and none at all are the same unknown cursor',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.accept({ owner: 'user:a', surface: 'tasks' });
        const foreign = await scene.accept({ owner: 'user:b', surface: 'tasks' });
        const otherSurface = await scene.accept({ owner: 'user:a', surface: 'local' });
        for (const after of [foreign.id, otherSurface.id, 'vt_none', '']) {
          const outcome = await bundle.reader.list(
            query({ owner: 'user:a', surface: 'tasks', after }),
          );
          deepStrictEqual(outcome, { kind: 'cursor-unknown' });
        }
      },
    },
    {
      name: 'a cursor need not match the filters: its job may have moved on',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const older = await scene.accept();
        const cursor = await scene.accept();
        await scene.bring(cursor, 'polling');
        deepStrictEqual(await idsOn(bundle, { states: ['queued'], after: cursor.id }), ids(older));
      },
    },
    {
      name: 'administration may page after any job',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const first = await scene.accept({ owner: 'user:a', surface: 'local' });
        const second = await scene.accept({ owner: 'user:b', surface: 'tasks' });
        deepStrictEqual(await idsOn(bundle, { after: second.id }), ids(first));
      },
    },
    {
      name: 'after the last job comes an empty page',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        const page = ofKind(await bundle.reader.list(query({ after: job.id })), 'page');
        deepStrictEqual(page.jobs, []);
        equal(page.hasMore, false);
      },
    },
  ],
};

async function allPages(
  bundle: StorageBundle,
  wish: Partial<JobListQuery>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = ofKind(
      await bundle.reader.list(query({ ...wish, after: all.at(-1) ?? null })),
      'page',
    );
    all.push(...page.jobs.map(({ id }) => id));
    if (!page.hasMore) break;
  }
  return all;
}
