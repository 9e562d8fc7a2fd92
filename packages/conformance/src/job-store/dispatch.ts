import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Claim } from '@filmgate/core';
import { progress } from '../job/outcome-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import {
  awaitConfiguration,
  correlationOf,
  prepareOn,
  refuse,
  sendWindowMs,
  withdraw,
} from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** The write-once dispatch record: at most one per job and try, for ever (I1). */
export const dispatchLaws: LawGroup<StorageContext> = {
  name: 'job-store.dispatch',
  laws: [
    {
      name: 'a dispatch record saves the next job, its step and the dispatch row together',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const input = scene.dispatchInput(claim);
        deepStrictEqual(
          ofKind(await bundle.jobs.recordDispatch(input), 'recorded').job,
          input.next,
        );
        deepStrictEqual(await bundle.reader.find(claim.job.id), input.next);
        equal((await bundle.reader.trail(claim.job.id)).at(-1)?.what, 'marked');
        deepStrictEqual(await bundle.reader.dispatches(claim.job.id), [
          {
            jobId: claim.job.id,
            correlationId: correlationOf(claim.job.id, 0),
            recordedAt: scene.now,
            sendDeadlineAt: scene.now + sendWindowMs,
            handle: null,
            accountId: null,
            refusal: null,
          },
        ]);
      },
    },
    {
      name: '[invariants.i1-one-submission] the same dispatch record again is `already-recorded`, and changes nothing',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const recorded = ofKind(
          await bundle.jobs.recordDispatch(scene.dispatchInput(claim)),
          'recorded',
        ).job;
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(claim)), 'already-recorded');
        deepStrictEqual(await bundle.reader.find(recorded.id), recorded);
        equal((await bundle.reader.dispatches(recorded.id)).length, 1);
      },
    },
    {
      name: '[invariants.i1-one-submission] a second dispatch record of a try is `already-recorded` for every later holder, under any correlation id',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const recorded = ofKind(
          await bundle.jobs.recordDispatch(scene.dispatchInput(claim)),
          'recorded',
        ).job;
        scene.later(leaseMs);
        const successor = await scene.claim(recorded, 'runner-b');
        ofKind(
          await bundle.jobs.recordDispatch(scene.dispatchInput(successor, 'another-correlation')),
          'already-recorded',
        );
        deepStrictEqual(await bundle.reader.find(recorded.id), recorded);
        equal((await bundle.reader.dispatches(recorded.id)).length, 1);
      },
    },
    {
      name: 'a dispatch record from an older version, or under a claim that was given back, is stale and leaves no row',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(claim)), 'stale');
        const current = await scene.claim(claim.job);
        const later = await scene.step(
          claim.job,
          (from, now) => ({ ...progress(from, now), effects: [] }),
          current,
        );
        equal(later.version, claim.job.version + 1);
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(current)), 'stale');
        deepStrictEqual(await bundle.reader.dispatches(claim.job.id), []);
      },
    },
    {
      name: '[invariants.i1-one-submission][invariants.i10-account-cap] a job goes to its account, takes its slot and credits and has its dispatch record in one act, or nothing of it',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 1, credits: 1_000_000 });
        await scene.account('account-2', { credits: 5 });
        const first = await scene.claim(await scene.accept({ cost: 8 }));
        const input = scene.dispatching(first);
        deepStrictEqual(
          ofKind(await bundle.jobs.recordDispatch(input), 'recorded').job,
          input.next,
        );
        equal((await bundle.reader.trail(first.job.id)).at(-1)?.what, 'account-chosen');
        const load = await bundle.accounts.find('account-1');
        deepStrictEqual([load?.busy, load?.reservedCredits], [1, 8]);
        const second = await scene.claim(await scene.accept({ cost: 8 }));
        ofKind(await bundle.jobs.recordDispatch(scene.dispatching(second)), 'slot-taken');
        ofKind(
          await bundle.jobs.recordDispatch(scene.dispatching(second, 'account-2')),
          'credits-reserved',
        );
        deepStrictEqual(await bundle.reader.find(second.job.id), second.job);
        deepStrictEqual(await bundle.reader.dispatches(second.job.id), []);
        await scene.account('account-3');
        ofKind(
          await bundle.jobs.recordDispatch(scene.dispatching(second, 'account-3')),
          'recorded',
        );
      },
    },
    {
      name: '[invariants.i1-one-submission][invariants.i8-final-states] a job that was decided on since gets no dispatch record, no matter which runner decided',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const claim = await scene.claim(await scene.accept());
        await scene.step(claim.job, awaitConfiguration);
        ofKind(await bundle.jobs.recordDispatch(scene.dispatching(claim)), 'stale');
        deepStrictEqual(await bundle.reader.dispatches(claim.job.id), []);
        equal((await bundle.accounts.find('account-1'))?.busy, 0);
      },
    },
    {
      name: 'after a refusal the next try may be recorded, and both rows are kept, oldest first',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const recorded = ofKind(
          await bundle.jobs.recordDispatch(scene.dispatchInput(claim)),
          'recorded',
        ).job;
        const queued = await scene.step(recorded, refuse);
        scene.later(5);
        const again = await scene.claim(await scene.step(queued, prepareOn('account-1')));
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(again)), 'recorded');
        deepStrictEqual(
          (await bundle.reader.dispatches(recorded.id)).map(({ correlationId }) => correlationId),
          [correlationOf(recorded.id, 0), correlationOf(recorded.id, 1)],
        );
      },
    },
    {
      name: 'a withdrawn account is no try: what was never recorded as dispatched may be',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const queued = await scene.step(claim.job, withdraw, claim);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
        const again = await scene.claim(await scene.step(queued, prepareOn('account-1')));
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(again)), 'recorded');
      },
    },
    {
      name: 'a correlation id never stands for a second job',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        ofKind(
          await bundle.jobs.recordDispatch(scene.dispatchInput(claim, 'one-correlation')),
          'recorded',
        );
        const other = await scene.claim(await scene.acceptIn('prepared'));
        ofKind(
          await bundle.jobs.recordDispatch(scene.dispatchInput(other, 'one-correlation')),
          'already-recorded',
        );
        deepStrictEqual(await bundle.reader.find(other.job.id), other.job);
        deepStrictEqual(await bundle.reader.dispatches(other.job.id), []);
      },
    },
  ],
};

async function preparedClaim(
  bundle: StorageContext['bundle'],
): Promise<{ readonly scene: Scene; readonly claim: Claim }> {
  const scene = new Scene(bundle);
  await scene.account('account-1');
  return { scene, claim: await scene.claim(await scene.acceptIn('prepared')) };
}
