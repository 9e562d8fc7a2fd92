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

/** The write-once mark: at most one per job and try, for ever (I1). */
export const dispatchLaws: LawGroup<StorageContext> = {
  name: 'job-store.mark',
  laws: [
    {
      name: 'a mark saves the next job, its step and the dispatch row together',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const input = scene.marking(claim);
        deepStrictEqual(ofKind(await bundle.jobs.recordDispatch(input), 'marked').job, input.next);
        deepStrictEqual(await bundle.reader.find(claim.job.id), input.next);
        equal((await bundle.reader.trail(claim.job.id)).at(-1)?.what, 'marked');
        deepStrictEqual(await bundle.reader.dispatches(claim.job.id), [
          {
            jobId: claim.job.id,
            correlationId: correlationOf(claim.job.id, 0),
            markedAt: scene.now,
            sendDeadlineAt: scene.now + sendWindowMs,
            handle: null,
            accountId: null,
            refusal: null,
          },
        ]);
      },
    },
    {
      name: '[invariants.i1-one-submission] the same mark again is `already-marked`, and changes nothing',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const marked = ofKind(await bundle.jobs.recordDispatch(scene.marking(claim)), 'marked').job;
        ofKind(await bundle.jobs.recordDispatch(scene.marking(claim)), 'already-marked');
        deepStrictEqual(await bundle.reader.find(marked.id), marked);
        equal((await bundle.reader.dispatches(marked.id)).length, 1);
      },
    },
    {
      name: '[invariants.i1-one-submission] a second mark of a try is `already-marked` for whoever takes over, under any correlation id',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const marked = ofKind(await bundle.jobs.recordDispatch(scene.marking(claim)), 'marked').job;
        scene.later(leaseMs);
        const successor = await scene.claim(marked, 'runner-b');
        ofKind(
          await bundle.jobs.recordDispatch(scene.marking(successor, 'another-correlation')),
          'already-marked',
        );
        deepStrictEqual(await bundle.reader.find(marked.id), marked);
        equal((await bundle.reader.dispatches(marked.id)).length, 1);
      },
    },
    {
      name: 'a mark from an older version, or under a claim that was given back, is stale and leaves no row',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
        ofKind(await bundle.jobs.recordDispatch(scene.marking(claim)), 'stale');
        const current = await scene.claim(claim.job);
        const later = await scene.step(
          claim.job,
          (from, now) => ({ ...progress(from, now), effects: [] }),
          current,
        );
        equal(later.version, claim.job.version + 1);
        ofKind(await bundle.jobs.recordDispatch(scene.marking(current)), 'stale');
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
        deepStrictEqual(ofKind(await bundle.jobs.recordDispatch(input), 'marked').job, input.next);
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
        ofKind(await bundle.jobs.recordDispatch(scene.dispatching(second, 'account-3')), 'marked');
      },
    },
    {
      name: '[invariants.i1-one-submission][invariants.i8-final-states] a job that was decided on since gets no dispatch record, whoever decided',
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
      name: 'after a refusal the next try may be marked, and both rows are kept, oldest first',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const marked = ofKind(await bundle.jobs.recordDispatch(scene.marking(claim)), 'marked').job;
        const queued = await scene.step(marked, refuse);
        scene.later(5);
        const again = await scene.claim(await scene.step(queued, prepareOn('account-1')));
        ofKind(await bundle.jobs.recordDispatch(scene.marking(again)), 'marked');
        deepStrictEqual(
          (await bundle.reader.dispatches(marked.id)).map(({ correlationId }) => correlationId),
          [correlationOf(marked.id, 0), correlationOf(marked.id, 1)],
        );
      },
    },
    {
      name: 'a withdrawn account is no try: what was never marked may be marked',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        const queued = await scene.step(claim.job, withdraw, claim);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
        const again = await scene.claim(await scene.step(queued, prepareOn('account-1')));
        ofKind(await bundle.jobs.recordDispatch(scene.marking(again)), 'marked');
      },
    },
    {
      name: 'a correlation id is never marked for a second job',
      holds: async ({ bundle }) => {
        const { scene, claim } = await preparedClaim(bundle);
        ofKind(await bundle.jobs.recordDispatch(scene.marking(claim, 'one-correlation')), 'marked');
        const other = await scene.claim(await scene.acceptIn('prepared'));
        ofKind(
          await bundle.jobs.recordDispatch(scene.marking(other, 'one-correlation')),
          'already-marked',
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
