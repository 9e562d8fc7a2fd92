import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Claim, StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import { awaitConfiguration } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Jobs that wait for an operator become due when the pool changes in a way that may help them. */
export const wakingLaws: LawGroup<StorageContext> = {
  name: 'account-pool.waking',
  laws: [
    {
      name: 'a new account wakes the jobs that wait for it',
      holds: async ({ bundle }) => {
        const { scene, id } = await waiting(bundle);
        await scene.account('account-1');
        equal(await bundle.reader.nextDueAt(), scene.now);
        deepStrictEqual(await scene.claimable('start'), [id]);
      },
    },
    {
      name: 'an edit wakes the jobs that wait',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { families: ['vidB'] });
        const { id } = await scene.accept({ state: 'awaiting_configuration', family: 'vidA' });
        await bundle.accounts.edit({
          id: 'account-1',
          settings: { families: ['vidA'] },
          now: scene.later(5),
        });
        equal(await bundle.reader.nextDueAt(), scene.now);
        deepStrictEqual(await scene.claimable('start'), [id]);
      },
    },
    {
      name: 'a probe that finds the account ready wakes the jobs that wait',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const { id } = await scene.accept({ state: 'awaiting_configuration' });
        const now = scene.later(5);
        await bundle.accounts.recordProbe({
          id: 'account-1',
          probe: { kind: 'ready', credits: 5 },
          askedAt: now,
          movedCredits: 0,
          now,
        });
        deepStrictEqual(await scene.claimable('start'), [id]);
      },
    },
    {
      name: 'a job that is put to wait on what the pool was when it was claimed is due at once when the pool has changed',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept();
        const claim = await scene.claim(job);
        await scene.account('account-1');
        scene.later(5);
        await putToWait(scene, claim);
        equal(await bundle.reader.nextDueAt(), scene.now);
        deepStrictEqual(await scene.claimable('start'), [job.id]);
      },
    },
    {
      name: 'a job that is put to wait while the pool stays as it was has nothing to do',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await putToWait(scene, await scene.claim(await scene.accept()));
        equal(await bundle.reader.nextDueAt(), null);
      },
    },
    {
      name: 'waking is no decision: state and version stay',
      holds: async ({ bundle }) => {
        const { scene, id } = await waiting(bundle);
        await scene.account('account-1');
        const job = await bundle.reader.find(id);
        deepStrictEqual([job?.state, job?.version], ['awaiting_configuration', 1]);
      },
    },
    {
      name: 'jobs that wait for anything else keep their due instant',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const polling = await scene.acceptIn('polling');
        const claim = await scene.claim(polling);
        await bundle.jobs.releaseClaim({ claim, dueAt: scene.now + 9_000, now: scene.now });
        const dueAt = await bundle.reader.nextDueAt();
        await scene.account('account-2');
        equal(await bundle.reader.nextDueAt(), dueAt);
      },
    },
  ],
};

async function waiting(
  bundle: StorageBundle,
): Promise<{ readonly scene: Scene; readonly id: string }> {
  const scene = new Scene(bundle);
  const { id } = await scene.accept({ state: 'awaiting_configuration' });
  scene.later(1_000);
  return { scene, id };
}

async function putToWait({ bundle, now }: Scene, claim: Claim): Promise<void> {
  const { next, effects } = awaitConfiguration(claim.job, now);
  const decision = { claim, from: claim.job, next, effects, lease: 'release', now } as const;
  ofKind(await bundle.jobs.commit(decision), 'committed');
}
