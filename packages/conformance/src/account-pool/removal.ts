import { deepStrictEqual, equal } from 'node:assert/strict';
import { complete, fail, giveUpSlot } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { withdraw } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** An account is drained before it is removed. */
export const removalLaws: LawGroup<StorageContext> = {
  name: 'account-pool.removal',
  laws: [
    {
      name: 'an idle account goes at once, its secret with it, and its label is free',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { label: 'One', sealedSecret: 'sealed' });
        await scene.acceptIn('completed');
        ofKind(await bundle.accounts.remove({ id: 'account-1', now: scene.now }), 'removed');
        deepStrictEqual(await bundle.accounts.loads(), []);
        equal(await bundle.accounts.sealedSecret('account-1'), undefined);
        await scene.account('account-2', { label: 'One' });
      },
    },
    {
      name: '[admin.accounts.delete-drains] an account at work drains: it says how many jobs are in flight and goes with the last of them',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { sealedSecret: 'sealed' });
        const [first, second] = [
          await scene.acceptIn('storing'),
          await scene.acceptIn('submitted'),
        ];
        const draining = await bundle.accounts.remove({ id: 'account-1', now: scene.now });
        equal(ofKind(draining, 'draining').inFlight, 2);
        await scene.step(first, complete);
        const load = await bundle.accounts.find('account-1');
        deepStrictEqual([load?.account.draining, load?.busy], [true, 1]);
        equal(await bundle.accounts.sealedSecret('account-1'), 'sealed');
        const again = await bundle.accounts.remove({ id: 'account-1', now: scene.now });
        equal(ofKind(again, 'draining').inFlight, 1);
        await scene.step(second, fail);
        equal(await bundle.accounts.find('account-1'), undefined);
      },
    },
    {
      name: 'a job that goes back to the queue is no longer in flight',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('prepared');
        ofKind(await bundle.accounts.remove({ id: 'account-1', now: scene.now }), 'draining');
        await scene.step(job, withdraw);
        equal(await bundle.accounts.find('account-1'), undefined);
      },
    },
    {
      name: 'an unknown outcome keeps its account: without it the provider could not be asked',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const unknown = await scene.acceptIn('outcome_unknown');
        ofKind(await bundle.accounts.remove({ id: 'account-1', now: scene.now }), 'draining');
        await scene.step(unknown, fail);
        equal(await bundle.accounts.find('account-1'), undefined);
      },
    },
    {
      name: '[admin.accounts.delete-drains] an unknown outcome keeps its account also once its slot was given up, before the removal and while the account drains',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const slotless = await scene.acceptIn('outcome_unknown');
        const lost = await scene.step(slotless, giveUpSlot);
        const draining = await bundle.accounts.remove({ id: 'account-1', now: scene.now });
        equal(ofKind(draining, 'draining').inFlight, 1);
        await scene.step(lost, fail);
        equal(await bundle.accounts.find('account-1'), undefined);

        await scene.account('account-2');
        const unknown = await scene.bring(await scene.accept(), 'outcome_unknown', 'account-2');
        ofKind(await bundle.accounts.remove({ id: 'account-2', now: scene.now }), 'draining');
        const kept = await scene.step(unknown, giveUpSlot);
        equal((await bundle.accounts.find('account-2'))?.account.draining, true);
        await scene.step(kept, fail);
        equal(await bundle.accounts.find('account-2'), undefined);
      },
    },
  ],
};
