import { deepStrictEqual, equal } from 'node:assert/strict';
import { isFinal, type Job, jobStates } from '@filmgate/core';
import { fail } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Retention: final jobs are removed with all their data, and nothing else is. */
export const removeFinishedLaws: LawGroup<StorageContext> = {
  name: 'job-store.remove-finished',
  laws: [
    {
      name: 'only final jobs are removed, however old the others are',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const all: Job[] = [];
        for (const state of jobStates) all.push(await scene.acceptIn(state));
        const removed = await remove(scene, Number.MAX_SAFE_INTEGER);
        const final = all.filter(({ state }) => isFinal(state)).map(({ id }) => id);
        deepStrictEqual(removed, final.toSorted());
        for (const { id, state } of all) {
          equal((await bundle.reader.find(id))?.id, isFinal(state) ? undefined : id);
        }
      },
    },
    {
      name: 'only jobs that ended before the instant are removed, whatever their age',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const oldButOpen = await scene.acceptIn('polling');
        const first = await scene.acceptIn('failed');
        scene.later(1_000);
        const endedLate = await scene.step(oldButOpen, fail);
        deepStrictEqual(await remove(scene, endedLate.updatedAt), [first.id]);
        deepStrictEqual(await remove(scene, endedLate.updatedAt + 1), [endedLate.id]);
      },
    },
    {
      name: 'a failed job that carries no completion instant is removed all the same',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const failed = await scene.step(await scene.acceptIn('polling'), (job, now) => {
          const { next, effects } = fail(job, now);
          return { next: { ...next, completedAt: null }, effects };
        });
        deepStrictEqual(await remove(scene, failed.updatedAt + 1), [failed.id]);
      },
    },
    {
      name: 'at most the limit is removed, and what is returned is what was removed',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const jobs = [
          await scene.acceptIn('failed'),
          await scene.acceptIn('completed'),
          await scene.acceptIn('failed'),
        ];
        const first = await bundle.jobs.removeFinished({
          finishedBefore: scene.now + 1,
          limit: 2,
          now: scene.now,
        });
        equal(first.length, 2);
        const rest = await bundle.jobs.removeFinished({
          finishedBefore: scene.now + 1,
          limit: 2,
          now: scene.now,
        });
        const byId = (one: Job, other: Job) => (one.id < other.id ? -1 : 1);
        deepStrictEqual([...first, ...rest].toSorted(byId), jobs.toSorted(byId));
      },
    },
    {
      name: '[idempotency.key-lives-with-task] its key, trail and dispatches go with it, and the key serves a new job',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const claim = { scope: 's', key: 'k', fingerprint: '1:a' };
        const job = await scene.bring(await scene.accept({}, claim), 'completed');
        await remove(scene, scene.now + 1);
        equal(await bundle.reader.findByKey(claim), undefined);
        deepStrictEqual(await bundle.reader.trail(job.id), []);
        deepStrictEqual(await bundle.reader.dispatches(job.id), []);
        const next = await scene.accept({}, { ...claim, fingerprint: '1:b' });
        equal((await bundle.reader.findByKey(claim))?.job.id, next.id);
      },
    },
    {
      name: 'what the owner spent stays spent',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const owner = await scene.user('u1', 100);
        await scene.acceptIn('completed', { owner, cost: 8 });
        await scene.acceptIn('failed', { owner, cost: 5 });
        await remove(scene, scene.now + 1);
        await scene.acceptIn('completed', { owner, cost: 3 });
        deepStrictEqual(await bundle.apiUsers.usage(owner), {
          used: 11,
          reserved: 0,
          held: 0,
          limit: 100,
        });
        await remove(scene, scene.now + 1);
        deepStrictEqual(await bundle.apiUsers.usage(owner), {
          used: 11,
          reserved: 0,
          held: 0,
          limit: 100,
        });
      },
    },
    {
      name: 'what the account spent stays spent',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        await scene.acceptIn('completed', { cost: 8 });
        await remove(scene, scene.now + 1);
        equal((await bundle.accounts.find('account-1'))?.account.credits, 92);
      },
    },
  ],
};

async function remove({ bundle, now }: Scene, finishedBefore: number): Promise<readonly string[]> {
  const removed = await bundle.jobs.removeFinished({ finishedBefore, limit: 1_000, now });
  return removed.map(({ id }) => id).toSorted();
}
