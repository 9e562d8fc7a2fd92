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

  it('0 allows nothing that costs, and no limit allows everything', () => {
    const none: QuotaUsage = { used: 0, reserved: 0, held: 0, limit: 0 };
    expect(canReserve(none, 1)).toBe(false);
    expect(canReserve({ ...none, limit: null }, Number.MAX_SAFE_INTEGER)).toBe(true);
  });
});
