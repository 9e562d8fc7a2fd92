import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { AcceptJobInput } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import { moneyOf } from '../job/job-step.ts';

const roomy = 10_000;

/** Acceptance is all or nothing, and returns the reason of a refusal (I2). */
export const acceptLaws: LawGroup<StorageContext> = {
  name: 'job-store.accept',
  laws: [
    {
      name: 'an accepted job is stored exactly as it was given',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = scene.make.newJob({
          prompt: 'Zwölf Boxkämpfer \u0000 画面 🎬',
          now: scene.now,
        });
        const outcome = await bundle.jobs.acceptJob({
          job,
          idempotency: null,
          queueLimit: roomy,
          now: scene.now,
        });
        deepStrictEqual(ofKind(outcome, 'accepted').job, job);
        deepStrictEqual(await bundle.reader.find(job.id), job);
      },
    },
    {
      name: 'returned jobs are frozen through and through',
      holds: async ({ bundle }) => {
        const job = await new Scene(bundle).accept();
        const found = await bundle.reader.find(job.id);
        for (const value of [job, job.request, job.request.references, found, found?.request]) {
          ok(Object.isFrozen(value), 'a returned job can be changed by its reader');
        }
      },
    },
    {
      name: '[quota.reserved] acceptance leaves the step `accepted` with the reservation in the trail',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept({ cost: 12 });
        const trail = await bundle.reader.trail(job.id);
        deepStrictEqual(
          trail.map(({ what, at }) => ({ what, at })),
          [{ what: 'accepted', at: scene.now }],
        );
        const after = { reserved: 12, held: 0, settled: 0 };
        const reserve = { ledger: 'quota', move: 'reserve', amount: 12, unit: 'credits', after };
        deepStrictEqual(moneyOf(trail), [reserve]);
      },
    },
    {
      name: 'a known id is `id-taken` and the first job stays as it is',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const first = await scene.accept({ prompt: 'first' });
        const second = scene.make.newJob({ id: first.id, prompt: 'second' });
        const outcome = await bundle.jobs.acceptJob(plain(second));
        ofKind(outcome, 'id-taken');
        deepStrictEqual(await bundle.reader.find(first.id), first);
      },
    },
    {
      name: 'the waiting room counts queued and awaiting_configuration jobs, and refuses when full',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const queued = await scene.accept();
        await scene.accept({ state: 'awaiting_configuration' });
        const third = scene.make.newJob();
        ofKind(await bundle.jobs.acceptJob({ ...plain(third), queueLimit: 2 }), 'queue-full');
        await scene.bring(queued, 'prepared');
        ofKind(await bundle.jobs.acceptJob({ ...plain(third), queueLimit: 2 }), 'accepted');
      },
    },
    {
      name: 'a queue limit of 0 lets nothing wait',
      holds: async ({ bundle }) => {
        const job = new Scene(bundle).make.newJob();
        ofKind(await bundle.jobs.acceptJob({ ...plain(job), queueLimit: 0 }), 'queue-full');
      },
    },
    {
      name: 'a refusal stores nothing: no job, no money, no line, no key',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 5);
        const job = scene.make.newJob({ owner, cost: 6 });
        const idempotency = { scope: owner, key: 'k', fingerprint: '1:a' };
        ofKind(await bundle.jobs.acceptJob({ ...plain(job), idempotency }), 'quota-exhausted');
        ofKind(
          await bundle.jobs.acceptJob({ ...plain(job), idempotency, queueLimit: 0 }),
          'queue-full',
        );
        equal(await bundle.reader.find(job.id), undefined);
        equal(await bundle.reader.findByKey(idempotency), undefined);
        deepStrictEqual(await bundle.reader.trail(job.id), []);
        deepStrictEqual(await bundle.apiUsers.usage(owner), {
          used: 0,
          reserved: 0,
          held: 0,
          limit: 5,
        });
        equal((await bundle.reader.depth()).waiting, 0);
      },
    },
    {
      name: 'the decision goes key, id, waiting room, quota',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 8);
        const claim = { scope: owner, key: 'k', fingerprint: '1:a' };
        const first = await scene.accept({ owner }, claim);
        const again = { ...plain(scene.make.newJob({ id: first.id, owner })), queueLimit: 1 };
        ofKind(await bundle.jobs.acceptJob({ ...again, idempotency: claim }), 'replayed');
        ofKind(
          await bundle.jobs.acceptJob({ ...again, idempotency: { ...claim, fingerprint: '1:b' } }),
          'key-conflict',
        );
        ofKind(await bundle.jobs.acceptJob(again), 'id-taken');
        const fresh = { ...again, job: scene.make.newJob({ owner }) };
        ofKind(await bundle.jobs.acceptJob(fresh), 'queue-full');
        ofKind(await bundle.jobs.acceptJob({ ...fresh, queueLimit: 2 }), 'quota-exhausted');
      },
    },
  ],
};

function plain(job: AcceptJobInput['job']): AcceptJobInput {
  return { job, idempotency: null, queueLimit: roomy, now: job.createdAt };
}
