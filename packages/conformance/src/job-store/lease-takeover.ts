import { deepStrictEqual, equal } from 'node:assert/strict';
import { progress } from '../job/outcome-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import { prepareOn } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Liveness depends on leases, safety on epochs (I9). */
export const leaseTakeoverLaws: LawGroup<StorageContext> = {
  name: 'job-store.lease-takeover',
  laws: [
    {
      name: 'a live lease keeps others off until the instant it ends',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        await scene.claim(job);
        scene.later(leaseMs - 1);
        deepStrictEqual(await scene.claimable('start'), []);
        scene.later(1);
        deepStrictEqual(await scene.claimable('start'), [job.id]);
      },
    },
    {
      name: 'a job whose lease ran out is due at once, however late its own due instant is',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const claim = await scene.claim(job);
        await scene.step(
          job,
          (from, now) => {
            const { next, effects } = progress(from, now);
            return { next: { ...next, dueAt: now + 1_000_000_000 }, effects };
          },
          claim,
        );
        scene.later(leaseMs);
        deepStrictEqual(await scene.claimable('continue'), [job.id]);
      },
    },
    {
      name: '[invariants.i9-stale-epoch] after a takeover the former holder decides nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.accept();
        const former = await scene.claim(job, 'runner-a');
        scene.later(leaseMs);
        const current = await scene.claim(job, 'runner-b');
        ofKind(await scene.tryStep(job, prepareOn('account-1'), former), 'stale');
        await bundle.jobs.releaseClaim({ claim: former, dueAt: scene.now, now: scene.now });
        deepStrictEqual(await scene.claimable('start'), []);
        deepStrictEqual(await bundle.reader.find(job.id), job);
        ofKind(await scene.tryStep(job, prepareOn('account-1'), current), 'committed');
      },
    },
    {
      name: '[invariants.i9-stale-epoch] after a takeover the former holder records no dispatch',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('prepared');
        const former = await scene.claim(job, 'runner-a');
        scene.later(leaseMs);
        const current = await scene.claim(job, 'runner-b');
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(former)), 'stale');
        deepStrictEqual(await bundle.reader.dispatches(job.id), []);
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(current)), 'recorded');
      },
    },
    {
      name: 'a lease that ran out and that no other runner took still decides: safety needs no clock',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.accept();
        const claim = await scene.claim(job);
        scene.later(10 * leaseMs);
        ofKind(await scene.tryStep(job, prepareOn('account-1'), claim), 'committed');
      },
    },
    {
      name: 'a renewed lease lasts until its new end',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        const claim = await scene.claim(job);
        const leaseUntil = scene.now + 2 * leaseMs;
        deepStrictEqual(
          await bundle.jobs.renewLeases({ claims: [claim], leaseUntil, now: scene.now }),
          { lost: [] },
        );
        scene.now = leaseUntil - 1;
        deepStrictEqual(await scene.claimable('start'), []);
        scene.now = leaseUntil;
        deepStrictEqual(await scene.claimable('start'), [job.id]);
      },
    },
    {
      name: 'renewal names the leases that were lost and revives none of them',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const [taken, released, kept] = [
          await scene.accept(),
          await scene.accept(),
          await scene.accept(),
        ];
        const takenClaim = await scene.claim(taken);
        scene.later(leaseMs);
        const current = await scene.claim(taken, 'runner-b');
        const releasedClaim = await scene.claim(released);
        await bundle.jobs.releaseClaim({ claim: releasedClaim, dueAt: scene.now, now: scene.now });
        const keptClaim = await scene.claim(kept);
        const claims = [takenClaim, keptClaim, releasedClaim];
        const { lost } = await bundle.jobs.renewLeases({
          claims,
          leaseUntil: scene.now + 100 * leaseMs,
          now: scene.now,
        });
        deepStrictEqual(lost.toSorted(), [taken.id, released.id].toSorted());
        scene.later(leaseMs);
        deepStrictEqual(
          (await scene.claimable('start')).toSorted(),
          [taken.id, released.id].toSorted(),
        );
        equal(current.epoch, takenClaim.epoch + 1);
      },
    },
  ],
};
