import { deepStrictEqual } from 'node:assert/strict';
import type { Job, Spend, StorageBundle } from '@filmgate/core';
import { changed, type StepMaker } from '../job/job-step.ts';
import { finish, loseOutcome } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { prepareOn } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind, refuses } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const accountId = 'account-1';
const dayMs = 86_400_000;

/** A job's cost for its account differs from its price, in another unit, and is bounded by a budget. */
export const costLaws: LawGroup<StorageContext> = {
  name: 'job-store.costs',
  laws: [
    {
      name: '[providers.money.actual] the account pays its cost, and what is told later corrects it; the owner pays the price',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account(accountId, { credits: 10_000, unit: 'usd' });
        const owner = await scene.user('u1', 100);
        const prepared = await scene.step(await scene.accept({ owner, cost: 8 }), preparedFor(500));
        deepStrictEqual(await money(bundle), { reserved: 500, held: 0, taken: 0, balance: 10_000 });
        const taken = await scene.step(
          await scene.recordDispatch(prepared),
          paying('settle', null),
        );
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, taken: 500, balance: 9_500 });
        const corrected = await scene.step(taken, paying('correct', 430));
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, taken: 430, balance: 9_570 });
        deepStrictEqual((await bundle.reader.find(corrected.id))?.spend, corrected.spend);
        deepStrictEqual((await bundle.apiUsers.usage(owner)).reserved, 8);
        const trail = await bundle.reader.trail(corrected.id);
        const after = { reserved: 0, held: 0, settled: 430 };
        const reported = { ledger: 'credit', move: 'correct', amount: -70, accountId, unit: 'usd' };
        deepStrictEqual(trail.at(-1)?.money, [{ ...reported, after }]);
      },
    },
    {
      name: '[providers.money.settled-when-charged] what is settled only with the video is reserved or held till then, and settled at what was taken',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account(accountId, { credits: 1_000, unit: 'usd' });
        const prepared = await scene.step(await scene.accept({ cost: 8 }), preparedFor(500));
        const unknown = await scene.step(await scene.recordDispatch(prepared), loseOutcomeAt(500));
        deepStrictEqual(await money(bundle), { reserved: 0, held: 500, taken: 0, balance: 1_000 });
        await scene.step(unknown, paying('settle', 620));
        deepStrictEqual(await money(bundle), { reserved: 0, held: 0, taken: 620, balance: 380 });
      },
    },
    {
      name: '[providers.money.amounts] what a try costs and what was taken of it do not change without a movement',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account(accountId, { credits: 1_000, unit: 'usd' });
        const prepared = await scene.step(await scene.accept({ cost: 8 }), preparedFor(500));
        const taken = await scene.step(
          await scene.recordDispatch(prepared),
          paying('settle', null),
        );
        // The last one is the implicit case: the same money, but a fact without a movement.
        for (const change of [
          { estimate: 400 },
          { unit: 'credits' as const },
          { actual: 499 },
          { actual: 500 },
        ]) {
          const spend = { ...spendIn(taken), ...change };
          const step = (job: Job, now: number) => ({
            next: { ...finish(job, now).next, spend },
            effects: [],
          });
          await refuses(() => scene.tryStep(taken, step), JSON.stringify(change));
        }
        deepStrictEqual(await bundle.reader.find(taken.id), taken);
      },
    },
    {
      name: '[providers.money.budget] nothing is reserved that would exceed the budget together with what is paid and reserved, until the budget starts again',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const budget = { amount: 1_000, per: 'day' } as const;
        await scene.account(accountId, { credits: null, unit: 'usd', budget });
        const first = await scene.step(await scene.accept({ cost: 8 }), preparedFor(500));
        await scene.step(await scene.recordDispatch(first), paying('settle', 600));
        const waiting = await scene.accept({ cost: 8 });
        ofKind(await scene.tryStep(waiting, preparedFor(401)), 'credits-reserved');
        const second = await scene.step(waiting, preparedFor(400));
        const another = await scene.accept({ cost: 0 });
        ofKind(await scene.tryStep(another, preparedFor(0)), 'credits-reserved');
        await bundle.accounts.edit({ id: accountId, settings: { budget: null }, now: scene.now });
        await scene.step(another, preparedFor(5));
        await bundle.accounts.edit({ id: accountId, settings: { budget }, now: scene.now });
        scene.later(dayMs);
        await scene.step(await scene.accept({ cost: 8 }), preparedFor(595));
        ofKind(
          await scene.tryStep(await scene.accept({ cost: 8 }), preparedFor(1)),
          'credits-reserved',
        );
        deepStrictEqual((await bundle.accounts.find(accountId))?.account.budget, budget);
        deepStrictEqual(second.state, 'prepared');
      },
    },
  ],
};

function spendIn({ spend }: Job): Spend {
  if (spend === null) throw new RangeError('The job has no account.');
  return spend;
}

/** A slot, and the reservation of a cost in millionths of a dollar. */
function preparedFor(estimate: number): StepMaker {
  return (job, now) => {
    const { next, effects } = prepareOn(accountId)(job, now);
    const cost = { unit: 'usd', estimate, actual: null, usage: null } as const;
    return {
      next: { ...next, spend: { ...cost, charges: 'acceptance' } },
      effects: effects.map((effect) =>
        effect.kind === 'credit' ? { ...effect, amount: estimate, unit: 'usd' } : effect,
      ),
    };
  };
}

function loseOutcomeAt(amount: number): StepMaker {
  return (job, now) => {
    const { next, effects } = loseOutcome(job, now);
    return {
      next,
      effects: effects.map((effect) =>
        effect.kind === 'credit' ? { ...effect, amount, unit: 'usd' } : effect,
      ),
    };
  };
}

/** The account pays the reported amount; null = the estimate. */
function paying(move: 'settle' | 'correct', actual: number | null): StepMaker {
  return (job, now) => {
    const before = spendIn(job);
    const paid = actual ?? before.estimate;
    const amount = move === 'settle' ? paid : paid - (before.actual ?? before.estimate);
    return {
      next: changed(job, now, {
        state: 'polling',
        credit: 'settled',
        spend: { ...before, actual },
        dueAt: now,
      }),
      effects: [{ kind: 'credit', move, accountId, amount, unit: 'usd' }],
    };
  };
}

async function money({ accounts }: StorageBundle) {
  const load = await accounts.find(accountId);
  return {
    reserved: load?.reservedCredits,
    held: load?.heldCredits,
    taken: load?.takenCredits,
    balance: load?.account.credits,
  };
}
