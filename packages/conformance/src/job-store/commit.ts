import { deepStrictEqual, equal } from 'node:assert/strict';
import { changed, line } from '../job/job-step.ts';
import { complete, fail, finish, loseOutcome, progress } from '../job/outcome-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import { prepareOn } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind, refuses } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** A decision is saved over the version it was based on, completely, or not at all (I9). */
export const commitLaws: LawGroup<StorageContext> = {
  name: 'job-store.commit',
  laws: [
    {
      name: 'the next job is saved exactly as it was given',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.accept();
        const { next, effects } = prepareOn('account-1')(job, scene.now);
        const input = {
          claim: null,
          from: job,
          next,
          effects,
          lease: 'release',
          now: scene.now,
        } as const;
        deepStrictEqual(ofKind(await bundle.jobs.commit(input), 'committed').job, next);
        deepStrictEqual(await bundle.reader.find(job.id), next);
      },
    },
    {
      name: '[invariants.i9-stale-epoch] a decision from an older version is stale and changes nothing, and so is a repeat',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const submitted = await scene.acceptIn('submitted');
        const polling = await scene.step(submitted, progress);
        const trail = await bundle.reader.trail(polling.id);
        ofKind(await scene.tryStep(submitted, finish), 'stale');
        ofKind(await scene.tryStep(submitted, progress), 'stale');
        deepStrictEqual(await bundle.reader.find(polling.id), polling);
        deepStrictEqual(await bundle.reader.trail(polling.id), trail);
      },
    },
    {
      name: 'a decision on a job that is not there is stale',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        ofKind(await scene.tryStep(scene.make.jobIn('submitted'), progress), 'stale');
      },
    },
    {
      name: '[invariants.i9-stale-epoch] a claim that was given back decides nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const claim = await scene.claim(job);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
        ofKind(await scene.tryStep(job, progress, claim), 'stale');
      },
    },
    {
      name: 'a kept lease allows further steps and keeps others off',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const claim = await scene.claim(job);
        const polling = await scene.step(job, progress, claim);
        deepStrictEqual(await scene.claimable('continue'), []);
        await scene.step(polling, finish, claim);
      },
    },
    {
      name: 'a released lease lets the job be claimed when it is due, and decides nothing more',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const claim = await scene.claim(job);
        const next = changed(job, scene.now, { state: 'polling', dueAt: scene.now + 500 });
        const input = {
          claim,
          from: job,
          next,
          effects: [],
          lease: 'release',
          now: scene.now,
        } as const;
        const polling = ofKind(await bundle.jobs.commit(input), 'committed').job;
        deepStrictEqual(await scene.claimable('continue'), []);
        ofKind(await scene.tryStep(polling, finish, claim), 'stale');
        scene.later(500);
        deepStrictEqual(await scene.claimable('continue'), [job.id]);
      },
    },
    {
      name: "a decision without a claim makes the holder's stale, and leaves a kept lease in force",
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const claim = await scene.claim(job);
        const polling = ofKind(await scene.tryKeeping(job, progress), 'committed').job;
        ofKind(await scene.tryStep(job, progress, claim), 'stale');
        deepStrictEqual(await scene.claimable('continue'), []);
        await scene.step(polling, finish, claim);
      },
    },
    {
      name: '[notices.continues] a decision beside a running step ends its lease: the job is continued when it is due, and the step decides nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const claim = await scene.claim(job);
        await scene.step(job, (from, at) => ({
          next: changed(from, at, { state: 'polling', dueAt: at + 500 }),
          effects: [],
        }));
        const { now } = scene;
        const renewal = { claims: [claim], leaseUntil: now + leaseMs, now };
        deepStrictEqual((await bundle.jobs.renewLeases(renewal)).lost, [job.id]);
        await bundle.jobs.releaseClaim({ claim, dueAt: now + leaseMs, now });
        deepStrictEqual(await scene.claimable('continue'), []);
        scene.later(500);
        deepStrictEqual(await scene.claimable('continue'), [job.id]);
      },
    },
    {
      name: 'a final job is never due again, even when its lease was kept',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('storing');
        const claim = await scene.claim(job);
        await scene.step(job, complete, claim);
        scene.later(10 * leaseMs);
        deepStrictEqual(await scene.claimable('continue'), []);
        equal(await bundle.reader.nextDueAt(), null);
      },
    },
    {
      name: '[providers.trail.steps] a step comes back word for word: what it tells, and each movement in its order with what it leaves',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('dispatching', { cost: 8 });
        const before = await bundle.reader.trail(job.id);
        const detail = { nested: [1, { deep: null }], text: '["quota","settle",8]' };
        await scene.step(job, (from, now) => {
          const { next, effects } = loseOutcome(from, now);
          const entry = { at: now, what: 'outcome-lost', detail };
          const moves = effects.filter(({ kind }) => kind !== 'trail');
          return { next, effects: [{ kind: 'trail', entry }, ...moves] };
        });
        const moved = { move: 'hold', amount: 8, unit: 'credits' };
        const after = { reserved: 0, held: 8, settled: 0 };
        const money = [
          { ledger: 'quota', ...moved, after },
          { ledger: 'credit', ...moved, accountId: 'account-1', after },
        ];
        deepStrictEqual(await bundle.reader.trail(job.id), [
          ...before,
          { at: scene.now, what: 'outcome-lost', detail, money },
        ]);
      },
    },
    {
      name: '[providers.trail.steps] a change leaves one step with what it changes, or none: money without a story says so, and a stale one says nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const trail = await bundle.reader.trail(job.id);
        const polling = await scene.step(job, progress);
        deepStrictEqual(await bundle.reader.trail(job.id), trail);
        ofKind(await scene.tryStep(job, fail), 'stale');
        deepStrictEqual(await bundle.reader.trail(job.id), trail);
        const reported = fail(polling, scene.now);
        const another = line(scene.now, 'another');
        const two = { next: reported.next, effects: [...reported.effects, another] };
        await refuses(() => scene.tryStep(polling, () => two), 'two stories of one change');
        deepStrictEqual(await bundle.reader.trail(job.id), trail);
        const silent = reported.effects.filter(({ kind }) => kind !== 'trail');
        await scene.step(polling, () => ({ next: reported.next, effects: silent }));
        const [last, ...others] = (await bundle.reader.trail(job.id)).slice(trail.length);
        deepStrictEqual([last?.what, last?.detail, others], ['money', {}, []]);
        deepStrictEqual(
          last?.money.map(({ ledger, move }) => [ledger, move]),
          [
            ['quota', 'refund'],
            ['credit', 'return'],
          ],
        );
      },
    },
    {
      name: 'when the slot is gone no other effect is applied either, and the claim goes on',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 1 });
        await scene.acceptIn('prepared');
        const job = await scene.accept();
        const claim = await scene.claim(job);
        const [load, trail] = [
          await bundle.accounts.find('account-1'),
          await bundle.reader.trail(job.id),
        ];
        ofKind(await scene.tryStep(job, prepareOn('account-1'), claim), 'slot-taken');
        deepStrictEqual(await bundle.accounts.find('account-1'), load);
        deepStrictEqual(await bundle.reader.trail(job.id), trail);
        deepStrictEqual(await bundle.reader.find(job.id), job);
        await scene.account('account-2');
        await scene.step(job, prepareOn('account-2'), claim);
      },
    },
  ],
};
