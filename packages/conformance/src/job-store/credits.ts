import { deepStrictEqual, equal } from 'node:assert/strict';
import type { AccountLoad, Job, StorageBundle } from '@filmgate/core';
import { changed, creditMove, moneyOf } from '../job/job-step.ts';
import { complete, fail, finish, loseOutcome } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { prepareOn, receive, refuse } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { refuses } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** The account's credits follow the provider's charges [credits.account-follows-upstream]. */
export const creditLaws: LawGroup<StorageContext> = {
  name: 'job-store.credits',
  laws: [
    {
      name: 'chosen jobs reserve credits, unknown ones hold them, and neither moves the balance',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        const prepared = await scene.acceptIn('prepared', { cost: 8 });
        await scene.acceptIn('prepared', { cost: 5 });
        deepStrictEqual(await money(bundle), { reserved: 13, held: 0, balance: 100 });
        await scene.step(await scene.recordDispatch(prepared), loseOutcome);
        deepStrictEqual(await money(bundle), { reserved: 5, held: 8, balance: 100 });
      },
    },
    {
      name: '[credits.account-follows-upstream] a settle lowers the balance by the cost, once',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        const submitted = await scene.acceptIn('submitted', { cost: 8 });
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: 92 });
        await scene.step(await scene.step(submitted, finish), complete);
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: 92 });
      },
    },
    {
      name: 'what was taken counts as such while the job is open, for it may come back, and no longer after its end',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        await scene.acceptIn('prepared', { cost: 3 });
        const storing = await scene.acceptIn('storing', { cost: 8 });
        const polling = await scene.acceptIn('polling', { cost: 5 });
        equal(await taken(bundle), 13);
        await scene.step(storing, complete);
        equal(await taken(bundle), 5);
        const unknown = await scene.step(polling, loseOutcome);
        equal(await taken(bundle), 5);
        await scene.step(unknown, fail);
        equal(await taken(bundle), 0);
      },
    },
    {
      name: '[credits.account-follows-upstream] held credits that turn out taken lower the balance',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        await scene.step(await scene.acceptIn('outcome_unknown', { cost: 8 }), receive);
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: 92 });
      },
    },
    {
      name: '[credits.account-follows-upstream] credits that were given back raise the balance again',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        await scene.acceptIn('failed', { cost: 8 });
        await scene.acceptIn('failed', { cost: 0 });
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: 100 });
      },
    },
    {
      name: 'an unknown balance stays unknown',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: null });
        await scene.acceptIn('submitted', { cost: 8 });
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: null });
      },
    },
    {
      name: 'a refused try frees its credits, and the next try reserves them where it goes',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        await scene.account('account-2', { credits: 50 });
        const queued = await scene.step(await scene.acceptIn('dispatching', { cost: 8 }), refuse);
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: 100 });
        await scene.step(queued, prepareOn('account-2'));
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: 100 });
        deepStrictEqual(await money(bundle, 'account-2'), { reserved: 8, held: 0, balance: 50 });
      },
    },
    {
      name: '[invariants.i4-ledger-balanced] credits that are closed cannot be moved again: a fault, and nothing changes',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        const submitted = await scene.acceptIn('submitted', { cost: 8 });
        for (const [move, credit] of moves) {
          const effect = creditMove(submitted, move, 'account-1');
          const step = () => ({
            next: changed(submitted, scene.now, { credit }),
            effects: [effect],
          });
          await refuses(() => scene.tryStep(submitted, step), `${move} of settled credits`);
        }
        deepStrictEqual(await bundle.reader.find(submitted.id), submitted);
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, balance: 92 });
      },
    },
    {
      name: '[providers.money.amounts] a move of more or less than the job costs is a fault, and nothing changes',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        const job = await scene.acceptIn('dispatching', { cost: 8 });
        for (const amount of [7, 9, 0]) {
          const step = (from: Job, now: number) => {
            const { next, effects } = receive(from, now);
            const wrong = effects.map((effect) =>
              effect.kind === 'credit' ? { ...effect, amount } : effect,
            );
            return { next, effects: wrong };
          };
          await refuses(() => scene.tryStep(job, step), `settling ${amount} of 8`);
        }
        deepStrictEqual(await bundle.reader.find(job.id), job);
        deepStrictEqual(await money(bundle), { reserved: 8, held: 0, balance: 100 });
      },
    },
    {
      name: 'each move stands in its step with ledger, amount, unit, account and what it leaves',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('failed', { cost: 8 });
        const quota = { ledger: 'quota', amount: 8, unit: 'credits' };
        const credit = { ...quota, ledger: 'credit', accountId: 'account-1' };
        const [none, reserved] = [nothing, { ...nothing, reserved: 8 }];
        deepStrictEqual(moneyOf(await bundle.reader.trail(job.id)), [
          { ...quota, move: 'reserve', after: reserved },
          { ...credit, move: 'reserve', after: reserved },
          { ...credit, move: 'settle', after: { ...nothing, settled: 8 } },
          { ...quota, move: 'refund', after: none },
          { ...credit, move: 'return', after: none },
        ]);
      },
    },
  ],
};

const nothing = { reserved: 0, held: 0, settled: 0 };

const moves = [
  ['settle', 'settled'],
  ['refund', 'released'],
  ['hold', 'held'],
  ['reserve', 'reserved'],
] as const;

async function money(bundle: StorageBundle, id = 'account-1') {
  const load: AccountLoad | undefined = await bundle.accounts.find(id);
  return {
    reserved: load?.reservedCredits,
    held: load?.heldCredits,
    balance: load?.account.credits,
  };
}

async function taken({ accounts }: StorageBundle): Promise<number | undefined> {
  return (await accounts.find('account-1'))?.takenCredits;
}
