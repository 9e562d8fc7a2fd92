import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MoneyMove, TrailLine } from '../../../api/schemas/job-trail.ts';
import { balanceAfter, emptyBalance } from './money-after.ts';
import { trailSteps } from './trail-steps.ts';

type Detail = TrailLine['detail'];

const line = (step: number, what: TrailLine['what'], detail: Detail = {}): TrailLine => ({
  at: new Date(step * 250).toISOString(),
  step,
  what,
  by: 'runner',
  actor: null,
  detail,
});

const quota = (step: number, move: Detail['move']) =>
  line(step, 'money', { ledger: 'quota', move, amount: 8 });
const credit = (step: number, move: Detail['move'], accountId: string) =>
  line(step, 'money', { ledger: 'credit', move, amount: 8, account_id: accountId });

describe('[console.jobs-timeline] a trail', () => {
  it('has each movement of money below what it is for, with what it leaves in its ledger', () => {
    const steps = trailSteps([
      line(1, 'accepted'),
      quota(1, 'reserve'),
      credit(2, 'reserve', 'a'),
      line(2, 'account-chosen'),
      credit(3, 'refund', 'a'),
      line(3, 'account-refused'),
      credit(4, 'reserve', 'b'),
      line(4, 'account-chosen'),
      quota(5, 'hold'),
      credit(5, 'hold', 'b'),
      line(5, 'outcome-lost'),
      quota(6, 'settle'),
      credit(6, 'settle', 'b'),
      line(6, 'ruled'),
    ]);
    const told = steps.map(({ line: { what }, money }) => [
      what,
      ...money.map(
        ({ ledger, move, accountId, after: { reserved, held, settled } }) =>
          `${ledger} ${accountId ?? ''} ${move}: ${reserved} ${held} ${settled}`,
      ),
    ]);
    expect(told).toEqual([
      ['accepted', 'quota  reserve: 8 0 0'],
      ['account-chosen', 'credit a reserve: 8 0 0'],
      ['account-refused', 'credit a refund: 0 0 0'],
      ['account-chosen', 'credit b reserve: 8 0 0'],
      ['outcome-lost', 'quota  hold: 0 8 0', 'credit b hold: 0 8 0'],
      ['ruled', 'quota  settle: 0 0 8', 'credit b settle: 0 0 8'],
    ]);
    expect(steps.map(({ offsetMs }) => offsetMs)).toEqual([0, 250, 500, 750, 1000, 1250]);
  });

  it('what an account took and gave back is gone from its ledger', () => {
    const steps = trailSteps([
      credit(1, 'reserve', 'a'),
      credit(1, 'settle', 'a'),
      credit(1, 'return', 'a'),
      line(1, 'failed'),
    ]);
    expect(steps[0]?.money.at(-1)?.after).toEqual(emptyBalance);
  });

  it('without a line has no step', () => {
    expect(trailSteps([])).toEqual([]);
  });
});

const amount = 8;
/** The movements a ledger allows after one another, as the core makes them. */
const lives = fc.constantFrom(
  ['reserve', 'refund'],
  ['reserve', 'settle'],
  ['reserve', 'settle', 'return'],
  ['reserve', 'hold', 'settle'],
  ['reserve', 'hold', 'refund'],
  ['reserve', 'hold', 'settle', 'return'],
) satisfies fc.Arbitrary<readonly MoneyMove[]>;

describe('[console.jobs-timeline] a ledger', () => {
  it('never has more in it than the cost, nothing below zero, and nothing open at the end', () => {
    fc.assert(
      fc.property(fc.array(lives, { maxLength: 4 }), (tries) => {
        let balance = emptyBalance;
        for (const moves of tries) {
          const before = balance.settled;
          for (const move of moves) {
            balance = balanceAfter(balance, {
              ledger: 'credit',
              move,
              amount,
              unit: 'credits',
              accountId: 'a',
            });
            const { reserved, held, settled } = balance;
            expect(Math.min(reserved, held, settled)).toBeGreaterThanOrEqual(0);
            expect(reserved + held + settled - before).toBeLessThanOrEqual(amount);
          }
          expect(balance.reserved + balance.held).toBe(0);
        }
      }),
    );
  });
});
