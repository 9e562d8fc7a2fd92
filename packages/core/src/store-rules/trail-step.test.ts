import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLife } from '../../test/arbitrary-life.ts';
import { sampleJob } from '../../test/sample-job.ts';
import type { JobEffect } from '../job/job-effect.ts';
import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import { paidFor, spendOf } from '../job/spend.ts';
import type { TrailMoney } from '../job/trail-step.ts';
import { acceptanceStep, emptyBalance, trailStep } from './trail-step.ts';

/** Balances after movements, by the meaning of each move. */
function sumOf(money: readonly TrailMoney[]) {
  let [open, settled] = [0, 0];
  for (const { move, amount } of money) {
    if (move === 'reserve') open += amount;
    if (move === 'settle' || move === 'refund') open = 0;
    if (move === 'settle' || move === 'correct') settled += amount;
    if (move === 'return') settled -= amount;
  }
  return { open, settled };
}

const isMoney = ({ kind }: JobEffect) => kind === 'quota' || kind === 'credit';

describe('[providers.trail.steps] along any life of a job', () => {
  it('an act leaves one step at most, one wherever money moves, with a reason', () => {
    fc.assert(
      fc.property(arbitraryLife, (acts) => {
        for (const { effects, step, from, job } of acts) {
          const stories = effects.filter(({ kind }) => kind === 'trail');
          expect(stories.length).toBeLessThanOrEqual(1);
          expect(step?.money.length ?? 0).toBe(effects.filter(isMoney).length);
          if (step !== null) expect(stories).toMatchObject([{ entry: { what: step.what } }]);
          if (isFinal(job.state)) expect(step).not.toBeNull();
          if (job.state === 'failed') expect(step?.detail['code']).toBe(job.failure?.code);
          if (from.holdsSlot && !job.holdsSlot) expect(step).not.toBeNull();
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('the movements of a ledger come to what the last of them left, and nothing is ever below zero', () => {
    fc.assert(
      fc.property(arbitraryLife, (acts) => {
        const first = acts[0]?.from ?? sampleJob('queued');
        const steps = [acceptanceStep(first, 0), ...acts.flatMap(({ step }) => step ?? [])];
        const money = steps.flatMap((step) => step.money);
        for (const ledger of new Set(money.map(({ accountId }) => accountId))) {
          const moves = money.filter(({ accountId }) => accountId === ledger);
          const { reserved, held, settled } = moves.at(-1)?.after ?? emptyBalance;
          expect({ open: reserved + held, settled }).toEqual(sumOf(moves));
          for (const { after } of moves)
            expect(Math.min(after.reserved, after.held, after.settled)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('what a step leaves is what the job says of its money', () => {
    const standing = (state: Job['quota'] | Job['credit'], open: number, settled: number) => ({
      reserved: state === 'reserved' ? open : 0,
      held: state === 'held' ? open : 0,
      settled: state === 'settled' ? settled : 0,
    });
    fc.assert(
      fc.property(arbitraryLife, (acts) => {
        for (const { job, step } of acts) {
          const owner = step?.money.findLast(({ ledger }) => ledger === 'quota');
          const account = step?.money.findLast(({ accountId }) => accountId === job.accountId);
          const { price, quota, credit } = job;
          if (owner !== undefined) expect(owner.after).toEqual(standing(quota, price, price));
          if (account !== undefined && job.accountId !== null)
            expect(account.after).toEqual(standing(credit, spendOf(job).estimate, paidFor(job)));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('[providers.trail.steps] a step', () => {
  it('of money without a story has the kind money, and without either no step is made', () => {
    const job = sampleJob('polling');
    const effects = [{ kind: 'quota', move: 'hold', amount: 20 }] as const;
    const move = { ledger: 'quota', move: 'hold', amount: 20, unit: 'credits' };
    expect(trailStep(job, effects, 7)).toEqual({
      at: 7,
      what: 'money',
      detail: {},
      money: [{ ...move, after: { reserved: 0, held: 20, settled: 0 } }],
    });
    expect(trailStep(job, [{ kind: 'account-erred', accountId: 'a' }], 7)).toBeNull();
  });
});
