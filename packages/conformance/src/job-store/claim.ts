import { deepStrictEqual, equal } from 'node:assert/strict';
import type { ClaimDueInput } from '@filmgate/core';
import { leaseMs, Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Leasing due jobs: which, in what order, and how many. */
export const claimLaws: LawGroup<StorageContext> = {
  name: 'job-store.claim',
  laws: [
    {
      name: 'a job can be claimed from its due instant on, not before',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept({ dueAt: scene.now + 1_000 });
        scene.now = job.createdAt;
        deepStrictEqual(await scene.claimable('start'), []);
        scene.now = (job.dueAt ?? 0) - 1;
        deepStrictEqual(await scene.claimable('start'), []);
        scene.now = job.dueAt ?? 0;
        deepStrictEqual(await scene.claimable('start'), [job.id]);
      },
    },
    {
      name: 'a job with nothing to do is never claimed',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.accept({ state: 'awaiting_configuration', dueAt: null });
        scene.later(1_000_000_000);
        deepStrictEqual(await scene.claimable('start'), []);
        deepStrictEqual(await scene.claimable('continue'), []);
      },
    },
    {
      name: 'lane start takes waiting jobs, lane continue takes the other open ones, neither takes final ones',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const starts = [
          await scene.accept(),
          await scene.accept({ state: 'awaiting_configuration', dueAt: scene.now }),
        ];
        const goesOn = [];
        for (const state of [
          'prepared',
          'dispatching',
          'submitted',
          'polling',
          'storing',
          'outcome_unknown',
        ] as const) {
          goesOn.push(await scene.acceptIn(state));
        }
        await scene.acceptIn('completed');
        await scene.acceptIn('failed');
        scene.later(1_000_000_000);
        deepStrictEqual((await scene.claimable('start')).toSorted(), idsOf(starts));
        deepStrictEqual((await scene.claimable('continue')).toSorted(), idsOf(goesOn));
      },
    },
    {
      name: 'lane start takes only the families asked for',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const first = await scene.accept({ family: 'vidA' });
        const second = await scene.accept({ family: 'vidA-fast' });
        const third = await scene.accept({ family: 'vidB' });
        deepStrictEqual(await scene.claimable('start', []), []);
        deepStrictEqual(await scene.claimable('start', ['vidA']), [first.id]);
        deepStrictEqual(
          (await scene.claimable('start', ['vidB', 'vidA-fast'])).toSorted(),
          idsOf([second, third]),
        );
        deepStrictEqual((await scene.claimable('start', ['*'])).length, 3);
      },
    },
    {
      name: 'a call takes at most the limit, and later calls take other jobs',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const jobs = [await scene.accept(), await scene.accept(), await scene.accept()];
        const first = await bundle.jobs.claimDue(input(scene, { limit: 2 }));
        const second = await bundle.jobs.claimDue(input(scene, { limit: 2 }));
        const third = await bundle.jobs.claimDue(input(scene, { limit: 2 }));
        deepStrictEqual([first.length, second.length, third.length], [2, 1, 0]);
        deepStrictEqual(idsOf([...first, ...second].map(({ job }) => job)), idsOf(jobs));
      },
    },
    {
      name: 'a claim says who holds it and until when, and changes nothing in the job',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        const [claim] = await bundle.jobs.claimDue(input(scene, { holder: 'runner-x' }));
        deepStrictEqual(claim, {
          job,
          epoch: 1,
          holder: 'runner-x',
          leaseUntil: scene.now + leaseMs,
        });
        deepStrictEqual(await bundle.reader.find(job.id), job);
      },
    },
    {
      name: 'each claim of a job has an epoch one higher than the last, after a release and after a takeover',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        const released = await scene.claim(job);
        await bundle.jobs.releaseClaim({ claim: released, dueAt: scene.now, now: scene.now });
        const abandoned = await scene.claim(job);
        scene.later(leaseMs);
        const last = await scene.claim(job);
        deepStrictEqual([released.epoch, abandoned.epoch, last.epoch], [1, 2, 3]);
      },
    },
    {
      name: 'lane continue goes by due instant, earliest first',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const jobs = [
          await scene.acceptIn('polling'),
          await scene.acceptIn('polling'),
          await scene.acceptIn('polling'),
        ];
        const dues = [300, 100, 200];
        for (const [index, job] of jobs.entries()) {
          const claim = await scene.claim(job);
          await bundle.jobs.releaseClaim({
            claim,
            dueAt: scene.now + (dues[index] ?? 0),
            now: scene.now,
          });
        }
        scene.later(1_000);
        const first = await bundle.jobs.claimDue(input(scene, { lane: 'continue', limit: 1 }));
        const rest = await bundle.jobs.claimDue(input(scene, { lane: 'continue' }));
        const order = [...first, ...rest].map(({ job }) =>
          jobs.findIndex(({ id }) => id === job.id),
        );
        deepStrictEqual(order, [1, 2, 0]);
      },
    },
    {
      name: 'lane start serves an owner oldest job first, whatever fell due first',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const start = scene.now;
        const older = await scene.accept({ dueAt: start + 500 });
        const newer = await scene.accept({ dueAt: start + 100 });
        scene.later(1_000);
        const claims = await bundle.jobs.claimDue(input(scene, {}));
        deepStrictEqual(
          claims.map(({ job }) => job.id),
          [older.id, newer.id],
        );
        equal(claims.length, 2);
      },
    },
  ],
};

function input(scene: Scene, wish: Partial<ClaimDueInput>): ClaimDueInput {
  const { now } = scene;
  return {
    lane: 'start',
    families: ['*'],
    limit: 100,
    holder: 'runner-a',
    leaseUntil: now + leaseMs,
    now,
    ...wish,
  };
}

function idsOf(jobs: readonly { readonly id: string }[]): readonly string[] {
  return jobs.map(({ id }) => id).toSorted();
}
