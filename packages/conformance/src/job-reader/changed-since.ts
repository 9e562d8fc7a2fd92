import { deepStrictEqual, equal } from 'node:assert/strict';
import type { ChangedJobsQuery, StorageBundle } from '@filmgate/core';
import { progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import { ids } from './listing.ts';

/** More than enough for stores that list finished jobs some time after they finished. */
const manyJobs = 70;

/** Changes while a reader was away. */
export const changedSinceLaws: LawGroup<StorageContext> = {
  name: 'job-reader.changed-since',
  laws: [
    {
      name: 'jobs are told from the instant of their last change on, the longest unchanged first, whatever became of them',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const early = await scene.acceptIn('submitted');
        const before = scene.later(10);
        const finished = await scene.acceptIn('completed');
        scene.later(10);
        const failed = await scene.acceptIn('failed');
        scene.later(10);
        const late = await scene.step(early, progress);
        deepStrictEqual(await changed(bundle, { at: before }), ids(finished, failed, late));
        deepStrictEqual(await changed(bundle, { at: late.updatedAt }), ids(late));
        deepStrictEqual(await changed(bundle, { at: late.updatedAt + 1 }), []);
        deepStrictEqual(
          await changed(bundle, { at: finished.updatedAt }),
          ids(finished, failed, late),
        );
        deepStrictEqual(await changed(bundle, { at: finished.updatedAt + 1 }), ids(failed, late));
      },
    },
    {
      name: 'each job is told once, with its present value, identical to that of a read',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('completed');
        const outcome = ofKind(await bundle.reader.changedSince(everything), 'changed');
        equal(outcome.jobs.length, 1);
        equal(outcome.jobs[0], await bundle.reader.find(job.id));
        deepStrictEqual(outcome.jobs[0], job);
      },
    },
    {
      name: '[invariants.i11-foreign-is-missing] other owners and other surfaces are passed over, and do not count towards the limit in the answer',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const mine = await scene.acceptIn('completed', { owner: 'user:a', surface: 'tasks' });
        const open = await scene.accept({ owner: 'user:a', surface: 'tasks' });
        const local = await scene.acceptIn('failed', { owner: 'user:a', surface: 'local' });
        const foreign = await scene.acceptIn('completed', { owner: 'user:b', surface: 'tasks' });
        await scene.accept({ owner: 'user:b', surface: 'tasks' });
        const ofA = { owner: 'user:a', surface: 'tasks' } as const;
        deepStrictEqual(await changed(bundle, ofA), ids(mine, open));
        deepStrictEqual(await changed(bundle, { owner: 'user:a' }), ids(mine, open, local));
        deepStrictEqual(await changed(bundle, { owner: 'user:none' }), []);
        deepStrictEqual(
          (await changed(bundle, { surface: 'tasks' })).filter((id) => id !== open.id).slice(0, 2),
          ids(mine, foreign),
        );
      },
    },
    {
      name: 'as many as the limit are all told, one more is too many',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await scene.acceptIn('completed', { owner: 'user:a' });
        await scene.accept({ owner: 'user:a' });
        await scene.acceptIn('failed', { owner: 'user:a' });
        const three = await bundle.reader.changedSince({ ...everything, limit: 3 });
        equal(ofKind(three, 'changed').jobs.length, 3);
        const two = await bundle.reader.changedSince({ ...everything, limit: 2 });
        deepStrictEqual(two, { kind: 'too-many' });
        const foreign = { ...everything, owner: 'user:b', limit: 3 };
        deepStrictEqual(await bundle.reader.changedSince(foreign), { kind: 'changed', jobs: [] });
      },
    },
    {
      name: 'nothing is missing among many that ended, however they are kept by then',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const made: string[] = [];
        for (let count = 0; count < manyJobs; count += 1)
          made.push((await scene.acceptIn('failed')).id);
        const reported = await changed(bundle, { at: 0 });
        deepStrictEqual(reported, made);
        await bundle.ping();
        deepStrictEqual(await changed(bundle, { at: 0 }), made);
      },
    },
    {
      name: 'a removed job is not told',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await scene.acceptIn('failed');
        const kept = await scene.accept();
        const now = scene.later(10);
        await bundle.jobs.removeFinished({ finishedBefore: now, limit: 10, now });
        deepStrictEqual(await changed(bundle, { at: 0 }), ids(kept));
      },
    },
  ],
};

const everything: ChangedJobsQuery = { owner: null, surface: null, at: 0, limit: 1000 };

async function changed(
  { reader }: StorageBundle,
  wish: Partial<ChangedJobsQuery>,
): Promise<readonly string[]> {
  const outcome = await reader.changedSince({ ...everything, ...wish });
  return ofKind(outcome, 'changed').jobs.map(({ id }) => id);
}
