import { deepStrictEqual, equal } from 'node:assert/strict';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const roomy = 10_000;

/** One (scope, key) is one job for as long as the job lives (I3). */
export const replayLaws: LawGroup<StorageContext> = {
  name: 'job-store.replay',
  laws: [
    {
      name: '[invariants.i3-one-job-per-key] the same key and content give the first job in its present state',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const idempotency = { scope: 's', key: 'k', fingerprint: '1:a' };
        const first = await scene.accept({}, idempotency);
        const moved = await scene.bring(first, 'polling');
        const job = scene.make.newJob();
        const outcome = await bundle.jobs.acceptJob({
          job,
          idempotency,
          queueLimit: roomy,
          now: scene.now,
        });
        deepStrictEqual(ofKind(outcome, 'replayed').job, moved);
        equal(await bundle.reader.find(job.id), undefined);
      },
    },
    {
      name: 'the same key with other content is a conflict and stores nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const claim = { scope: 's', key: 'k', fingerprint: '1:a' };
        const first = await scene.accept({}, claim);
        const job = scene.make.newJob();
        const idempotency = { ...claim, fingerprint: '1:b' };
        ofKind(
          await bundle.jobs.acceptJob({ job, idempotency, queueLimit: roomy, now: scene.now }),
          'key-conflict',
        );
        equal(await bundle.reader.find(job.id), undefined);
        deepStrictEqual(await bundle.reader.findByKey(claim), { job: first, fingerprint: '1:a' });
      },
    },
    {
      name: 'a replay reserves nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 20);
        const idempotency = { scope: owner, key: 'k', fingerprint: '1:a' };
        await scene.accept({ owner, cost: 8 }, idempotency);
        const job = scene.make.newJob({ owner, cost: 8 });
        ofKind(
          await bundle.jobs.acceptJob({ job, idempotency, queueLimit: roomy, now: scene.now }),
          'replayed',
        );
        equal((await bundle.apiUsers.usage(owner)).reserved, 8);
      },
    },
    {
      name: 'scopes and keys are not confused, however they are written',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const claims = [
          ['a', 'b:c'],
          ['a:b', 'c'],
          ['A', 'b:c'],
          ['a', 'B:c'],
          ['a', 'b:c '],
          ['a|b', 'c'],
          ['', 'a:b:c'],
        ].map(([scope = '', key = '']) => ({ scope, key, fingerprint: '1:a' }));
        for (const claim of claims) {
          const job = await scene.accept({}, claim);
          equal((await bundle.reader.findByKey(claim))?.job.id, job.id);
        }
        equal((await bundle.reader.depth()).waiting, claims.length);
      },
    },
    {
      name: '[idempotency.refused-keeps-key] a refused acceptance does not consume its key',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 0);
        const idempotency = { scope: owner, key: 'k', fingerprint: '1:a' };
        const job = scene.make.newJob({ owner });
        const input = { job, idempotency, queueLimit: roomy, now: scene.now };
        ofKind(await bundle.jobs.acceptJob(input), 'quota-exhausted');
        await bundle.apiUsers.edit({ id: 'u1', totalLimit: null, now: scene.now });
        ofKind(
          await bundle.jobs.acceptJob({
            ...input,
            idempotency: { ...idempotency, fingerprint: '1:b' },
          }),
          'accepted',
        );
      },
    },
    {
      name: 'without a key equal creations are different jobs',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.accept({ prompt: 'same' });
        await scene.accept({ prompt: 'same' });
        equal((await bundle.reader.depth()).waiting, 2);
      },
    },
  ],
};
