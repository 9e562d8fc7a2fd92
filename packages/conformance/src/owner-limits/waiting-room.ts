import { deepStrictEqual, equal } from 'node:assert/strict';
import type { AcceptJobInput, AcceptJobOutcome, StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { kindsOf, ofKind, race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** One owner's backlog keeps no other owner out of the waiting room (`checkRoom`). */
export const ownerShareLaws: LawGroup<StorageContext> = {
  name: 'job-store.owner-share',
  laws: [
    {
      name: '[owner-limits.room.others-admitted] an owner below its share is accepted although the room is full, up to its share',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const room = { queueLimit: 4, ownerShare: 2 };
        deepStrictEqual(await bring(scene, ['heavy', 5], room), [
          ...Array<string>(4).fill('accepted'),
          'queue-full',
        ]);
        deepStrictEqual(await bring(scene, ['light', 3], room), [
          'accepted',
          'accepted',
          'owner-share-taken',
        ]);
        deepStrictEqual(await bring(scene, ['heavy', 1], room), ['owner-share-taken']);
      },
    },
    {
      name: '[owner-limits.room.bounded] no more than twice the limit wait, whatever owners they belong to',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const room = { queueLimit: 2, ownerShare: 2 };
        await bring(scene, ['one', 2], room);
        deepStrictEqual(await bring(scene, ['two', 2], room), ['accepted', 'accepted']);
        deepStrictEqual(await bring(scene, ['three', 1], room), ['queue-full']);
        equal((await bundle.reader.depth()).waiting, 4);
      },
    },
    {
      name: 'jobs that wait for a configuration count for an owner’s share, those that have an account do not',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const first = await scene.accept({ owner: 'light' });
        await scene.accept({ owner: 'light', state: 'awaiting_configuration' });
        await scene.accept({ owner: 'heavy' });
        const room = { queueLimit: 2, ownerShare: 2 };
        deepStrictEqual(await bring(scene, ['light', 1], room), ['owner-share-taken']);
        await scene.accept({ owner: 'heavy' });
        await scene.bring(first, 'prepared');
        deepStrictEqual(await bring(scene, ['light', 1], room), ['accepted']);
      },
    },
    {
      name: 'of creates beyond an owner’s share exactly as many are accepted as fit',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const room = { queueLimit: 4, ownerShare: 3 };
        await bring(scene, ['heavy', 4], room);
        const outcomes = await race(await connections(4), 24, (way) =>
          way.jobs.acceptJob({ ...creation(scene, 'light'), ...room }),
        );
        deepStrictEqual(kindsOf(outcomes), { accepted: 3, 'owner-share-taken': 21 });
      },
    },
  ],
};

/** Maximum number of an API user's jobs that are not final. */
export const openJobsLaws: LawGroup<StorageContext> = {
  name: 'job-store.open-jobs',
  laws: [
    {
      name: '[owner-limits.open-jobs.refused] a user has no more open jobs than it may, and another one when one has ended',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const owner = await limited(scene, 2);
        const first = await scene.accept({ owner });
        await scene.acceptIn('polling', { owner });
        const third = creation(scene, owner);
        equal(ofKind(await bundle.jobs.acceptJob(third), 'open-jobs-limit').limit, 2);
        equal(await bundle.reader.find(third.job.id), undefined);
        equal((await bundle.apiUsers.usage(owner)).reserved, 2 * third.job.price);
        await scene.bring(first, 'failed');
        ofKind(await bundle.jobs.acceptJob(third), 'accepted');
      },
    },
    {
      name: 'a job whose outcome is unknown is open, one that is completed is not',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const owner = await limited(scene, 1);
        await scene.acceptIn('completed', { owner });
        await scene.acceptIn('outcome_unknown', { owner });
        ofKind(await bundle.jobs.acceptJob(creation(scene, owner)), 'open-jobs-limit');
      },
    },
    {
      name: '[owner-limits.changed-at-once] a changed limit holds for the next creation: 0 allows none, null lifts it',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const owner = await limited(scene, null);
        const edit = (maxOpenJobs: number | null) =>
          bundle.apiUsers.edit({ id: 'u1', maxOpenJobs, now: scene.now });
        ofKind(await bundle.jobs.acceptJob(creation(scene, owner)), 'accepted');
        equal((await edit(0))?.maxOpenJobs, 0);
        equal(
          ofKind(await bundle.jobs.acceptJob(creation(scene, owner)), 'open-jobs-limit').limit,
          0,
        );
        ofKind(await bundle.jobs.acceptJob(creation(scene, 'user:other')), 'accepted');
        equal((await edit(null))?.maxOpenJobs, null);
        ofKind(await bundle.jobs.acceptJob(creation(scene, owner)), 'accepted');
      },
    },
    {
      name: 'of creates beyond the limit exactly as many are accepted as fit',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const owner = await limited(scene, 5);
        const outcomes = await race(await connections(4), 24, (way) =>
          way.jobs.acceptJob(creation(scene, owner)),
        );
        deepStrictEqual(kindsOf(outcomes), { accepted: 5, 'open-jobs-limit': 19 });
      },
    },
  ],
};

/** Facts by which a creation is admitted before anything is fetched for it. */
export const ownerFactsLaws: LawGroup<StorageContext> = {
  name: 'job-reader.owner-facts',
  laws: [
    {
      name: 'the facts say how many wait, how many of the owner’s wait and are open, and how many may be',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const owner = await limited(scene, 7);
        await scene.accept({ owner });
        await scene.accept({ owner, state: 'awaiting_configuration' });
        await scene.acceptIn('polling', { owner });
        await scene.acceptIn('completed', { owner });
        await scene.accept({ owner: 'native' });
        deepStrictEqual(await facts(bundle, owner), {
          waiting: 3,
          ownWaiting: 2,
          ownOpen: 3,
          maxOpenJobs: 7,
        });
        deepStrictEqual(await facts(bundle, 'stranger'), {
          waiting: 3,
          ownWaiting: 0,
          ownOpen: 0,
          maxOpenJobs: null,
        });
      },
    },
  ],
};

async function facts({ reader }: StorageBundle, owner: string): Promise<object> {
  const { waiting, ownWaiting, ownOpen, maxOpenJobs } = await reader.admissionFacts(owner);
  return { waiting, ownWaiting, ownOpen, maxOpenJobs };
}

async function limited(scene: Scene, maxOpenJobs: number | null): Promise<string> {
  const key = { keyDigest: 'digest of u1', keyHint: 'fg_…' };
  const { now } = scene;
  const user = { id: 'u1', name: 'u1', ...key, totalLimit: null, maxOpenJobs, now };
  await scene.bundle.apiUsers.create(user);
  return 'user:u1';
}

function creation(scene: Scene, owner: string): AcceptJobInput {
  const now = scene.later(1);
  const job = scene.make.newJob({ owner, now });
  return { job, idempotency: null, queueLimit: 10_000, now };
}

async function bring(
  scene: Scene,
  [owner, count]: readonly [owner: string, count: number],
  room: { readonly queueLimit: number; readonly ownerShare: number },
): Promise<readonly AcceptJobOutcome['kind'][]> {
  const kinds: AcceptJobOutcome['kind'][] = [];
  for (let made = 0; made < count; made += 1) {
    const { kind } = await scene.bundle.jobs.acceptJob({ ...creation(scene, owner), ...room });
    kinds.push(kind);
  }
  return kinds;
}
