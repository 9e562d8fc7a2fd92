import { deepStrictEqual, equal } from 'node:assert/strict';
import type { AccountSettings, Job } from '@filmgate/core';
import { complete, finish, giveUpSlot, loseOutcome, progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { prepareOn, receive, withdraw } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** An account's jobs in flight never exceed its concurrency (I10). */
export const slotLaws: LawGroup<StorageContext> = {
  name: 'job-store.slots',
  laws: [
    {
      name: '[invariants.i10-account-cap] slots are granted up to the concurrency and not beyond',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 2 });
        await scene.acceptIn('prepared');
        await scene.acceptIn('polling');
        equal(await busy(scene), 2);
        ofKind(await scene.tryStep(await scene.accept(), prepareOn('account-1')), 'slot-taken');
      },
    },
    {
      name: 'a slot is free again when its job ends, goes back to the queue, or gives it up as unknown',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 1 });
        await scene.acceptIn('completed');
        equal(await busy(scene), 0);
        await scene.step(await scene.acceptIn('prepared'), withdraw);
        equal(await busy(scene), 0);
        const unknown = await scene.acceptIn('outcome_unknown');
        equal(await busy(scene), 1);
        await scene.step(unknown, giveUpSlot);
        equal(await busy(scene), 0);
        await scene.acceptIn('prepared');
      },
    },
    {
      name: '[invariants.i10-account-cap] slots that unknown outcomes hold are counted apart, until they are given up or the job goes on',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 3 });
        await scene.acceptIn('polling');
        const unknown = await scene.acceptIn('outcome_unknown');
        const other = await scene.acceptIn('outcome_unknown');
        deepStrictEqual([await busy(scene), await busyUnknown(scene)], [3, 2]);
        await scene.step(unknown, giveUpSlot);
        deepStrictEqual([await busy(scene), await busyUnknown(scene)], [2, 1]);
        await scene.step(other, receive);
        deepStrictEqual([await busy(scene), await busyUnknown(scene)], [2, 0]);
        equal((await bundle.accounts.loads())[0]?.busyUnknown, 0);
      },
    },
    {
      name: 'every job between choice and end occupies one slot',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 1 });
        let job: Job = await scene.acceptIn('prepared');
        job = await scene.recordDispatch(job);
        equal(await busy(scene), 1);
        for (const step of [loseOutcome, receive, progress, finish]) {
          job = await scene.step(job, step);
          equal(await busy(scene), 1);
          ofKind(await scene.tryStep(await scene.accept(), prepareOn('account-1')), 'slot-taken');
        }
        await scene.step(job, complete);
        equal(await busy(scene), 0);
      },
    },
    {
      name: 'an account that is disabled, draining or gone grants nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('disabled', { enabled: false });
        await scene.account('draining');
        await scene.bring(await scene.accept(), 'prepared', 'draining');
        ofKind(await bundle.accounts.remove({ id: 'draining', now: scene.now }), 'draining');
        for (const id of ['disabled', 'draining', 'gone']) {
          ofKind(await scene.tryStep(await scene.accept(), prepareOn(id)), 'slot-taken');
        }
      },
    },
    {
      name: 'whether an account cools or has lost its login is for the chooser, not for the store',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const penalty = { kind: 'cooling', until: scene.now + 60_000 } as const;
        await scene.step(job, (from, now) => ({
          ...progress(from, now),
          effects: [{ kind: 'penalise', accountId: 'account-1', penalty }],
        }));
        ofKind(await scene.tryStep(await scene.accept(), prepareOn('account-1')), 'committed');
      },
    },
    {
      name: 'lowering the concurrency touches no job in flight and grants nothing until enough have ended',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 2 });
        const first = await scene.acceptIn('storing');
        const second = await scene.acceptIn('storing');
        await edit(scene, { concurrency: 1 });
        deepStrictEqual(await bundle.reader.find(first.id), first);
        equal(await busy(scene), 2);
        await scene.step(first, complete);
        const waiting = await scene.accept();
        ofKind(await scene.tryStep(waiting, prepareOn('account-1')), 'slot-taken');
        await scene.step(second, complete);
        ofKind(await scene.tryStep(waiting, prepareOn('account-1')), 'committed');
      },
    },
    {
      name: 'a stale decision is `stale`, also where no slot is left',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 1 });
        const job = await scene.accept();
        await scene.step(job, prepareOn('account-1'));
        ofKind(await scene.tryStep(job, prepareOn('account-1')), 'stale');
      },
    },
    {
      name: 'taking a slot notes when the account was last used',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        equal((await scene.account('account-1')).lastUsedAt, null);
        const job = await scene.accept();
        scene.later(77);
        await scene.step(job, prepareOn('account-1'));
        equal((await bundle.accounts.find('account-1'))?.account.lastUsedAt, scene.now);
      },
    },
  ],
};

async function busy({ bundle }: Scene): Promise<number | undefined> {
  return (await bundle.accounts.find('account-1'))?.busy;
}

async function busyUnknown({ bundle }: Scene): Promise<number | undefined> {
  return (await bundle.accounts.find('account-1'))?.busyUnknown;
}

async function edit({ bundle, now }: Scene, settings: AccountSettings): Promise<void> {
  ofKind(await bundle.accounts.edit({ id: 'account-1', settings, now }), 'edited');
}
