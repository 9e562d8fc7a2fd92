import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Job, StorageBundle } from '@filmgate/core';
import { complete, fail, progress } from '../job/outcome-steps.ts';
import type { StepMaker } from '../job/job-step.ts';
import { Scene } from '../job/scene.ts';
import { correlationOf, prepareOn } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { kindsOf, race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const racers = 40;

/** Decisions, dispatch records and receipts under concurrency: exactly one winner. */
export const decisionRaceLaws: LawGroup<StorageContext> = {
  name: 'job-store.decision-races',
  laws: [
    {
      name: 'of decisions from one version exactly one is committed',
      holds: async ({ bundle, connections }) => {
        const scene = await sceneWith(bundle);
        const job = await scene.acceptIn('submitted');
        const outcomes = await race(await connections(4), racers, (way) =>
          commit(way, job, progress),
        );
        deepStrictEqual(kindsOf(outcomes), { committed: 1, stale: racers - 1 });
        equal((await bundle.reader.find(job.id))?.version, job.version + 1);
      },
    },
    {
      name: '[invariants.i4-ledger-balanced] of decisions that close the money exactly one closes it',
      holds: async ({ bundle, connections }) => {
        const scene = await sceneWith(bundle);
        const owner = await scene.user('u1', 100);
        const job = await scene.acceptIn('storing', { owner, cost: 8 });
        const outcomes = await race(await connections(4), racers, (way, index) =>
          commit(way, job, index % 2 === 0 ? complete : fail),
        );
        deepStrictEqual(kindsOf(outcomes), { committed: 1, stale: racers - 1 });
        const { used, reserved, held } = await bundle.apiUsers.usage(owner);
        const completed = (await bundle.reader.find(job.id))?.state === 'completed';
        deepStrictEqual(
          { used, reserved, held },
          { used: completed ? 8 : 0, reserved: 0, held: 0 },
        );
      },
    },
    {
      name: '[invariants.i10-account-cap] of jobs that want a slot exactly as many get one as there are',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 3 });
        const jobs: Job[] = [];
        for (let count = 0; count < racers; count += 1) jobs.push(await scene.accept());
        const outcomes = await race(await connections(4), racers, (way, index) => {
          const job = jobs[index];
          if (job === undefined) throw new RangeError('There are as many jobs as racers.');
          return commit(way, job, prepareOn('account-1'));
        });
        deepStrictEqual(kindsOf(outcomes), { committed: 3, 'slot-taken': racers - 3 });
        equal((await bundle.accounts.find('account-1'))?.busy, 3);
      },
    },
    {
      name: '[credits.reserved-once] of jobs that want the last credits of an account exactly as many reserve them as they last for',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: racers, credits: 3 * 8 + 7 });
        const jobs: Job[] = [];
        for (let count = 0; count < racers; count += 1) jobs.push(await scene.accept({ cost: 8 }));
        const outcomes = await race(await connections(4), racers, (way, index) => {
          const job = jobs[index];
          if (job === undefined) throw new RangeError('There are as many jobs as racers.');
          return commit(way, job, prepareOn('account-1'));
        });
        deepStrictEqual(kindsOf(outcomes), { committed: 3, 'credits-reserved': racers - 3 });
        const load = await bundle.accounts.find('account-1');
        deepStrictEqual([load?.reservedCredits, load?.busy, load?.account.credits], [24, 3, 31]);
      },
    },
    {
      name: '[invariants.i1-one-submission] of dispatch records of one try exactly one is written',
      holds: async ({ bundle, connections }) => {
        const scene = await sceneWith(bundle);
        const claim = await scene.claim(await scene.acceptIn('prepared'));
        const outcomes = await race(await connections(4), racers, (way, index) =>
          way.jobs.recordDispatch(scene.dispatchInput(claim, `correlation-${index}`)),
        );
        deepStrictEqual(kindsOf(outcomes), { recorded: 1, 'already-recorded': racers - 1 });
        equal((await bundle.reader.dispatches(claim.job.id)).length, 1);
      },
    },
    {
      name: 'of different receipts under one dispatch record exactly one is recorded',
      holds: async ({ bundle, connections }) => {
        const scene = await sceneWith(bundle);
        const job = await scene.acceptIn('dispatching');
        const correlationId = correlationOf(job.id, 0);
        const outcomes = await race(await connections(4), racers, (way, index) =>
          way.jobs.recordReceipt({
            jobId: job.id,
            correlationId,
            accountId: 'account-1',
            endpoint: 'mock',
            handle: `{"task":${index}}`,
            now: scene.now,
          }),
        );
        deepStrictEqual(kindsOf(outcomes), { recorded: 1, contradicted: racers - 1 });
      },
    },
    {
      name: '[submission-facts.handle.one-job] of jobs that claim one handle exactly one has it',
      holds: async ({ bundle, connections }) => {
        const scene = await sceneWith(bundle);
        const jobs: Job[] = [];
        for (let index = 0; index < racers; index += 1)
          jobs.push(await scene.acceptIn('dispatching'));
        const outcomes = await race(await connections(4), racers, (way, index) => {
          const jobId = jobs[index]?.id ?? '';
          return way.jobs.recordReceipt({
            jobId,
            correlationId: correlationOf(jobId, 0),
            accountId: 'account-1',
            endpoint: 'mock',
            handle: '{"task":1}',
            now: scene.now,
          });
        });
        deepStrictEqual(kindsOf(outcomes), { recorded: 1, 'handle-taken': racers - 1 });
      },
    },
    {
      name: 'a job that ends while its account is removed leaves neither the account nor a draining one behind',
      holds: async ({ bundle, connections }) => {
        const [one = bundle, other = bundle] = await connections(2);
        const scene = await sceneWith(bundle);
        await scene.account('account-2');
        const first = await scene.acceptIn('storing');
        const second = await scene.bring(await scene.accept(), 'storing', 'account-2');
        const remove = (id: string) => other.accounts.remove({ id, now: scene.now });
        await Promise.all([commit(one, first, complete), remove('account-1')]);
        await Promise.all([remove('account-2'), commit(one, second, complete)]);
        equal(await bundle.accounts.find('account-1'), undefined);
        equal(await bundle.accounts.find('account-2'), undefined);
      },
    },
  ],
};

async function sceneWith(bundle: StorageBundle): Promise<Scene> {
  const scene = new Scene(bundle);
  await scene.account('account-1');
  return scene;
}

async function commit(way: StorageBundle, job: Job, step: StepMaker) {
  const now = job.updatedAt + 1;
  const { next, effects } = step(job, now);
  return await way.jobs.commit({ claim: null, from: job, next, effects, lease: 'release', now });
}
