import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canReserve, moveReservation, reserve } from './quota-ledger.ts';
import type { QuotaUsage } from './quota-usage.ts';

type Act = {
  readonly kind: 'reserve' | 'hold' | 'settle' | 'refund' | 'limit';
  readonly amount: number;
  readonly pick: number;
};

const arbitraryAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('reserve', 'reserve', 'hold', 'settle', 'refund', 'limit'),
  amount: fc.nat(40),
  pick: fc.nat(),
});

describe('the quota ledger', () => {
  it('law: used + reserved + held never passes the limit in force when a reservation is granted', () => {
    fc.assert(
      fc.property(fc.array(arbitraryAct, { maxLength: 80 }), fc.nat(200), (acts, limit) => {
        let usage: QuotaUsage = { used: 0, reserved: 0, held: 0, limit };
        const open: { amount: number; in: 'reserved' | 'held' }[] = [];
        for (const { kind, amount, pick } of acts) {
          if (kind === 'limit') {
            usage = { ...usage, limit: amount * 5 };
          } else if (kind === 'reserve') {
            if (!canReserve(usage, amount)) continue;
            usage = reserve(usage, amount);
            open.push({ amount, in: 'reserved' });
            expect(usage.used + usage.reserved + usage.held).toBeLessThanOrEqual(
              usage.limit ?? Number.POSITIVE_INFINITY,
            );
          } else {
            const index = open.length === 0 ? -1 : pick % open.length;
            const item = open[index];
            if (item === undefined || (kind === 'hold' && item.in === 'held')) continue;
            usage = moveReservation(usage, item.in, { move: kind, amount: item.amount });
            if (kind === 'hold') item.in = 'held';
            else open.splice(index, 1);
          }
          expect(Math.min(usage.used, usage.reserved, usage.held)).toBeGreaterThanOrEqual(0);
          const openCredits = open.reduce((sum, item) => sum + item.amount, 0);
          expect(usage.reserved + usage.held).toBe(openCredits);
        }
      }),
    );
  });

  it('grants to the last credit of the limit, beside all that is used, reserved and held', () => {
    const usage: QuotaUsage = { used: 1, reserved: 2, held: 3, limit: 10 };
    expect([canReserve(usage, 4), canReserve(usage, 5)]).toEqual([true, false]);
    expect(reserve(usage, 4)).toEqual({ ...usage, reserved: 6 });
  });

  it.each([
    ['reserved', 'hold', { used: 10, reserved: 15, held: 35 }],
    ['reserved', 'settle', { used: 15, reserved: 15, held: 30 }],
    ['reserved', 'refund', { used: 10, reserved: 15, held: 30 }],
    ['held', 'settle', { used: 15, reserved: 20, held: 25 }],
    ['held', 'refund', { used: 10, reserved: 20, held: 25 }],
  ] as const)('moves what is %s: %s', (from, move, after) => {
    const usage: QuotaUsage = { used: 10, reserved: 20, held: 30, limit: 99 };
    expect(moveReservation(usage, from, { move, amount: 5 })).toEqual({ ...after, limit: 99 });
  });

  it('0 allows nothing that costs, and no limit allows everything', () => {
    const none: QuotaUsage = { used: 0, reserved: 0, held: 0, limit: 0 };
    expect(canReserve(none, 1)).toBe(false);
    expect(canReserve({ ...none, limit: null }, Number.MAX_SAFE_INTEGER)).toBe(true);
  });
});
