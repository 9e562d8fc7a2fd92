import { deepStrictEqual } from 'node:assert/strict';
import type { CommitOutcome, Job } from '@filmgate/core';
import { complete, fail, finish, giveUpSlot, loseOutcome, progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { prepareOn, refuse } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Reserved and held credits of an account never exceed its last known balance when a job is added. */
export const creditRoomLaws: LawGroup<StorageContext> = {
  name: 'job-store.credit-room',
  laws: [
    {
      name: '[credits.reserved-once] the balance can be reserved up to its last credit and not beyond',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 16 });
        await scene.acceptIn('prepared', { cost: 8 });
        ofKind(await prepare(scene, await scene.accept({ cost: 9 })), 'credits-reserved');
        ofKind(await prepare(scene, await scene.accept({ cost: 8 })), 'committed');
        ofKind(await prepare(scene, await scene.accept({ cost: 1 })), 'credits-reserved');
        ofKind(await prepare(scene, await scene.accept({ cost: 0 })), 'committed');
        const load = await bundle.accounts.find('account-1');
        deepStrictEqual([load?.reservedCredits, load?.account.credits, load?.busy], [16, 16, 3]);
      },
    },
    {
      name: 'held credits are not promised again, and neither are those that were taken',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 24 });
        const waiting = await scene.accept({ cost: 9 });
        await scene.acceptIn('outcome_unknown', { cost: 8 });
        const storing = await scene.acceptIn('storing', { cost: 8 });
        ofKind(await prepare(scene, waiting), 'credits-reserved');
        await scene.step(storing, complete);
        ofKind(await prepare(scene, waiting), 'credits-reserved');
        ofKind(await prepare(scene, await scene.accept({ cost: 8 })), 'committed');
      },
    },
    {
      name: 'credits are free again when the try is refused, when they were not taken, and when they are given back',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 8 });
        await scene.step(await scene.acceptIn('dispatching', { cost: 8 }), refuse);
        await scene.step(await scene.acceptIn('outcome_unknown', { cost: 8 }), fail);
        await scene.step(await scene.acceptIn('polling', { cost: 8 }), fail);
        ofKind(await prepare(scene, await scene.accept({ cost: 8 })), 'committed');
      },
    },
    {
      name: 'an unknown balance limits nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: null });
        await scene.acceptIn('prepared', { cost: 1_000_000 });
        await scene.acceptIn('outcome_unknown', { cost: 1_000_000 });
        ofKind(await prepare(scene, await scene.accept({ cost: 1_000_000 })), 'committed');
      },
    },
    {
      name: 'a lower balance touches no job in flight and grants nothing until it covers what is reserved',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 16 });
        const first = await scene.acceptIn('dispatching', { cost: 8 });
        const waiting = await scene.accept({ cost: 8 });
        await state(scene, 10);
        deepStrictEqual(await bundle.reader.find(first.id), first);
        ofKind(await prepare(scene, waiting), 'credits-reserved');
        await state(scene, 16);
        ofKind(await prepare(scene, waiting), 'committed');
      },
    },
    {
      name: 'whether the upstream called the account out of credits is for the chooser, not for the store',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 16 });
        const job = await scene.acceptIn('submitted', { cost: 8 });
        const penalty = { kind: 'exhausted' } as const;
        await scene.step(job, (from, now) => ({
          ...progress(from, now),
          effects: [{ kind: 'penalise', accountId: 'account-1', penalty }],
        }));
        ofKind(await prepare(scene, await scene.accept({ cost: 8 })), 'committed');
      },
    },
    {
      name: 'a stale decision is `stale` and a taken slot `slot-taken`, also where no credits are left',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 2, credits: 16 });
        const job = await scene.accept({ cost: 8 });
        await scene.step(job, prepareOn('account-1'));
        const second = await scene.acceptIn('prepared', { cost: 8 });
        ofKind(await prepare(scene, job), 'stale');
        const waiting = await scene.accept({ cost: 8 });
        ofKind(await prepare(scene, waiting), 'slot-taken');
        await scene.step(
          await scene.step(await scene.recordDispatch(second), loseOutcome),
          giveUpSlot,
        );
        ofKind(await prepare(scene, waiting), 'credits-reserved');
      },
    },
    {
      name: 'when the credits are gone no other effect is applied either, and the claim goes on',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 8 });
        await scene.step(await scene.acceptIn('submitted', { cost: 8 }), finish);
        const job = await scene.accept({ cost: 8 });
        const claim = await scene.claim(job);
        const load = await bundle.accounts.find('account-1');
        const trail = await bundle.reader.trail(job.id);
        const outcome = await scene.tryStep(job, prepareOn('account-1'), claim);
        ofKind(outcome, 'credits-reserved');
        deepStrictEqual(await bundle.accounts.find('account-1'), load);
        deepStrictEqual(await bundle.reader.trail(job.id), trail);
        deepStrictEqual(await bundle.reader.find(job.id), job);
        await scene.account('account-2');
        await scene.step(job, prepareOn('account-2'), claim);
      },
    },
  ],
};

async function prepare(scene: Scene, job: Job): Promise<CommitOutcome> {
  return await scene.tryStep(job, prepareOn('account-1'));
}

/** Records an operator's statement of the balance. */
async function state({ bundle, now }: Scene, credits: number): Promise<void> {
  const stated = await bundle.accounts.edit({ id: 'account-1', settings: { credits }, now });
  ofKind(stated, 'edited');
}
