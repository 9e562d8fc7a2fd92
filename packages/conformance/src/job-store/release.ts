import { deepStrictEqual, equal } from 'node:assert/strict';
import { prepareOn } from '../job/submission-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Returning a claim without a decision. */
export const releaseLaws: LawGroup<StorageContext> = {
  name: 'job-store.release',
  laws: [
    {
      name: 'the job becomes due at the given instant, not before',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        const claim = await scene.claim(job);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now + 500, now: scene.now });
        equal(await bundle.reader.nextDueAt(), scene.now + 500);
        scene.later(499);
        deepStrictEqual(await scene.claimable('start'), []);
        scene.later(1);
        deepStrictEqual(await scene.claimable('start'), [job.id]);
      },
    },
    {
      name: 'it is no decision: state and version stay, and a decision made from that version still fits',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.accept();
        const claim = await scene.claim(job);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now + 500, now: scene.now });
        const found = await bundle.reader.find(job.id);
        deepStrictEqual({ ...found, dueAt: null }, { ...job, dueAt: null });
        ofKind(await scene.tryStep(job, prepareOn('account-1')), 'committed');
      },
    },
    {
      name: 'a stale claim gives back nothing: not the lease of the successor, nor one given back before',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        const former = await scene.claim(job, 'runner-a');
        scene.later(leaseMs);
        const current = await scene.claim(job, 'runner-b');
        await bundle.jobs.releaseClaim({ claim: former, dueAt: scene.now, now: scene.now });
        deepStrictEqual(await scene.claimable('start'), []);
        await bundle.jobs.releaseClaim({ claim: current, dueAt: scene.now + 500, now: scene.now });
        await bundle.jobs.releaseClaim({ claim: current, dueAt: scene.now, now: scene.now });
        equal(await bundle.reader.nextDueAt(), scene.now + 500);
      },
    },
    {
      name: 'a claim of a job that was removed is ignored',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = scene.make.newJob();
        const claim = { job, epoch: 1, holder: 'runner-a', leaseUntil: scene.now };
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
        equal(await bundle.reader.nextDueAt(), null);
      },
    },
  ],
};
