import { type JobEffect, paidFor, spendOf } from '@filmgate/core';
import { faultsOf } from './breaking.ts';
import { accountTaken } from './granting.ts';
import { committing } from './committing.ts';

/** Wrong amounts, and budgets that bound nothing. */
export const costFaults = faultsOf('job-store', {
  'moves what the job costs, whatever it is told': committing((inner) => async (input) => {
    const { from, next } = input;
    const amended = (effect: JobEffect): JobEffect => {
      if (effect.kind === 'quota') return { ...effect, amount: from.price };
      if (effect.kind !== 'credit') return effect;
      const { unit, estimate } = spendOf(effect.move === 'reserve' ? next : from);
      const amount = effect.move === 'settle' ? paidFor(next) : estimate;
      const isOther = effect.move === 'correct' || effect.move === 'return';
      return isOther ? effect : { ...effect, amount, unit };
    };
    return await inner.jobs.commit({ ...input, effects: input.effects.map(amended) });
  }),
  'never hears what was really taken': committing((inner) => async (input) => {
    const { from, next } = input;
    if (from.spend === null || next.spend === null || from.accountId === null)
      return await inner.jobs.commit(input);
    const effects = input.effects.flatMap((effect): JobEffect[] => {
      if (effect.kind !== 'credit') return [effect];
      if (effect.move === 'correct') return [];
      return [effect.move === 'settle' ? { ...effect, amount: paidFor(from) } : effect];
    });
    const spend = { ...next.spend, actual: from.spend.actual };
    return await inner.jobs.commit({ ...input, next: { ...next, spend }, effects });
  }),
  'lets what a try costs be rewritten': committing((inner) => async (input) => {
    const { from, next } = input;
    const isOpened = input.effects.some(({ kind }) => kind === 'credit');
    const spend = isOpened ? next.spend : from.spend;
    return await inner.jobs.commit({ ...input, next: { ...next, spend } });
  }),
  'begins work beyond the budget': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const id = accountTaken(input);
    if (outcome.kind !== 'credits-reserved' || id === undefined) return outcome;
    const budget = (await inner.accounts.find(id))?.account.budget ?? null;
    const { now } = input;
    await inner.accounts.edit({ id, settings: { budget: null }, now });
    const granted = await inner.jobs.commit(input);
    await inner.accounts.edit({ id, settings: { budget }, now });
    return granted;
  }),
});
