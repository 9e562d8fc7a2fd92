import { deepStrictEqual, equal } from 'node:assert/strict';
import { progress } from '../job/outcome-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

const hour = 3_600_000;
/** Precision with which a store detects that the clock was set back, in ms. */
const slackMs = 1_000;

/** Clocks that are set back: pauses keep their intended length (I14). */
export const clockLaws: LawGroup<StorageContext> = {
  name: 'job-store.clocks',
  laws: [
    {
      name: '[clocks.schedule.set-back] a job that is looked at again after a pause is, although the clock was set back meanwhile',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const pauseMs = 10_000;
        const waiting = await givenBack(scene, await scene.accept(), pauseMs);
        await scene.account('account-1');
        const polled = await givenBack(scene, await scene.acceptIn('polling'), pauseMs);
        scene.later(-hour);
        deepStrictEqual(await bothLanes(scene), []);
        const dueAt = await bundle.reader.nextDueAt();
        equal(dueAt !== null && dueAt <= scene.now + pauseMs + slackMs, true);
        scene.later(pauseMs / 2);
        deepStrictEqual(await bothLanes(scene), []);
        scene.later(pauseMs / 2 + slackMs);
        deepStrictEqual(await bothLanes(scene), [waiting, polled]);
      },
    },
    {
      name: '[clocks.schedule.set-back] what was due before the clock was set back is due after it',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const polled = await scene.acceptIn('polling');
        const waiting = await scene.accept();
        scene.later(10_000);
        await bundle.jobs.claimDue({
          lane: 'start',
          families: ['none'],
          limit: 1,
          holder: 'looker',
          leaseUntil: scene.now + leaseMs,
          now: scene.now,
        });
        scene.later(-hour);
        deepStrictEqual(await bothLanes(scene), [waiting.id, polled.id]);
      },
    },
    {
      name: '[clocks.schedule.set-back] a commit after the clock was set back counts its pause from then',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('polling');
        const claim = await scene.claim(job);
        scene.later(-hour);
        const { next, effects } = progress(job, scene.now);
        const dueAt = scene.now + 7_000;
        const from = job;
        const now = scene.now;
        const lease = 'release' as const;
        await bundle.jobs.commit({ claim, from, next: { ...next, dueAt }, effects, lease, now });
        equal(await bundle.reader.nextDueAt(), dueAt);
        scene.now = dueAt - 1;
        deepStrictEqual(await scene.claimable('continue'), []);
        scene.now = dueAt;
        deepStrictEqual(await scene.claimable('continue'), [job.id]);
      },
    },
    {
      name: '[clocks.leases.set-back] a lease lasts as long as it was given for, also over a clock that is set back, and is renewed by the new one',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const [left, renewed] = [await scene.accept(), await scene.accept()];
        await scene.claim(left);
        const claim = await scene.claim(renewed);
        scene.later(-hour);
        const leaseUntil = scene.now + leaseMs + 10_000;
        const { lost } = await bundle.jobs.renewLeases({
          claims: [claim],
          leaseUntil,
          now: scene.now,
        });
        deepStrictEqual(lost, []);
        scene.later(leaseMs - slackMs);
        deepStrictEqual(await scene.claimable('start'), []);
        scene.later(2 * slackMs);
        const found = await bundle.jobs.claimDue({
          lane: 'start',
          families: ['*'],
          limit: 9,
          holder: 'looker',
          leaseUntil: scene.now + 10 * leaseMs,
          now: scene.now,
        });
        deepStrictEqual(
          found.map(({ job }) => job.id),
          [left.id],
        );
        scene.now = leaseUntil - 1;
        deepStrictEqual(await scene.claimable('start'), []);
        scene.now = leaseUntil;
        deepStrictEqual(await scene.claimable('start'), [renewed.id]);
      },
    },
    {
      name: '[clocks.schedule.set-back] instants that differ by less than clocks of nodes may move nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await givenBack(scene, await scene.accept(), 10_000);
        const dueAt = scene.now + 10_000;
        for (let round = 0; round < 5; round += 1) {
          for (const by of [-4_000, 4_000]) {
            scene.later(by);
            deepStrictEqual(await scene.claimable('start'), []);
          }
        }
        scene.now = dueAt - 1;
        deepStrictEqual(await scene.claimable('start'), []);
        scene.now = dueAt;
        deepStrictEqual(await scene.claimable('start'), [job]);
      },
    },
  ],
};

/** Claims a job and returns the claim for a pause; returns the job's id. */
async function givenBack(
  scene: Scene,
  job: Parameters<Scene['claim']>[0],
  pauseMs: number,
): Promise<string> {
  const claim = await scene.claim(job);
  const { now } = scene;
  await scene.bundle.jobs.releaseClaim({ claim, dueAt: now + pauseMs, now });
  return job.id;
}

/** Ids claimable now in lane start and lane continue; the claims are kept. */
async function bothLanes({ bundle, now }: Scene): Promise<readonly string[]> {
  const wish = { families: ['*'], limit: 9, holder: 'looker', leaseUntil: now + leaseMs, now };
  const starts = await bundle.jobs.claimDue({ lane: 'start', ...wish });
  const others = await bundle.jobs.claimDue({ lane: 'continue', ...wish });
  return [...starts, ...others].map(({ job }) => job.id);
}
