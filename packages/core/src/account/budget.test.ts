import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandFor } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { refusalReason } from './account-readiness.ts';
import { budgetLeft, budgetRenewsAt, nothingPaid, paidAfter, periodsAt } from './budget.ts';
import { withinBudget } from './credit-room.ts';

const noon = Date.UTC(2026, 10, 30, 12);
const dayMs = 86_400_000;

describe('[providers.money.budget] a budget', () => {
  it('counts in the day and the month of UTC, and for ever', () => {
    const first = paidAfter(nothingPaid, 8, noon);
    const second = paidAfter(first, 5, noon + dayMs);
    expect([second.day.amount, second.month.amount, second.ever.amount]).toEqual([5, 5, 13]);
    expect(second.month.since).toBe(Date.UTC(2026, 11, 1));
    const third = paidAfter(second, -3, noon + 2 * dayMs);
    expect([third.day.amount, third.month.amount, third.ever.amount]).toEqual([0, 2, 10]);
  });

  it('of a day or a month starts again with the next one, and one for ever does not', () => {
    const paid = paidAfter(nothingPaid, 8, noon);
    const left = (per: 'day' | 'month' | 'ever', now: number) =>
      budgetLeft({ budget: { amount: 10, per }, paid }, 1, now);
    const tomorrow = budgetRenewsAt({ budget: { amount: 10, per: 'day' } }, noon) ?? 0;
    expect(tomorrow).toBe(Date.UTC(2026, 11, 1));
    expect([left('day', noon), left('month', noon), left('ever', noon)]).toEqual([1, 1, 1]);
    expect([left('day', tomorrow), left('month', tomorrow), left('ever', tomorrow)]).toEqual([
      9, 9, 1,
    ]);
    expect(budgetRenewsAt({ budget: { amount: 10, per: 'ever' } }, noon)).toBeNull();
  });

  it('begins again with the next day or month, over the end of a year too', () => {
    const renews = (per: 'day' | 'month' | 'ever', now: number) =>
      budgetRenewsAt({ budget: { amount: 10, per } }, now);
    const someDay = Date.UTC(2026, 4, 12, 23, 59);
    expect(renews('day', someDay)).toBe(Date.UTC(2026, 4, 13));
    expect(renews('month', someDay)).toBe(Date.UTC(2026, 5, 1));
    const lastDay = Date.UTC(2026, 11, 31, 5);
    for (const per of ['day', 'month'] as const)
      expect(renews(per, lastDay)).toBe(Date.UTC(2027, 0, 1));
    expect(renews('ever', someDay)).toBeNull();
    expect(budgetRenewsAt({ budget: null }, someDay)).toBeNull();
  });

  it('is not won back by a clock that is set back', () => {
    const paid = paidAfter(nothingPaid, 8, noon);
    const account = { budget: { amount: 10, per: 'day' }, paid } as const;
    expect(budgetLeft(account, 0, noon - dayMs)).toBe(2);
    expect(paidAfter(paid, 1, noon - dayMs).day).toEqual({ since: periodsAt(noon).day, amount: 9 });
  });

  it('never counts less than nothing, and everything that was paid', () => {
    const payments = fc.array(fc.record({ amount: fc.nat(50), later: fc.nat(2 * dayMs) }));
    fc.assert(
      fc.property(payments, (all) => {
        let [paid, now, sum] = [nothingPaid, noon, 0];
        for (const { amount, later } of all) {
          now += later;
          sum += amount;
          paid = paidAfter(paid, amount, now);
          expect(paid.day.amount).toBeLessThanOrEqual(paid.month.amount);
          expect(paid.month.amount).toBeLessThanOrEqual(paid.ever.amount);
        }
        expect(paid.ever.amount).toBe(sum);
      }),
    );
  });

  it('lets new work begin up to its last part, beside what is promised, and says why not', () => {
    const load = (amount: number) =>
      sampleLoad(
        {
          budget: { amount, per: 'ever' },
          paid: paidAfter(nothingPaid, 4, noon),
          creditsCheckedAt: noon,
        },
        { reservedCredits: 2, heldCredits: 1 },
      );
    expect([withinBudget(load(15), 8, noon), withinBudget(load(14), 8, noon)]).toEqual([
      true,
      false,
    ]);
    // A used-up budget stops work of no known cost, too.
    expect([withinBudget(load(8), 0, noon), withinBudget(load(7), 0, noon)]).toEqual([true, false]);
    expect(refusalReason(load(14), demandFor('vidA', 8), noon)).toBe('budget-reached');
    expect(refusalReason(load(15), demandFor('vidA', 8), noon)).toBeNull();
  });
});
