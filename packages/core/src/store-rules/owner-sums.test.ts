import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuotaState } from '../job/job.ts';
import type { QuotaUsage } from '../quota/quota-usage.ts';
import { quotaMoves } from './money-moves.ts';
import { canReserve, adjustQuota, withinQuota } from './owner-sums.ts';

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'hold', 'settle', 'refund', 'limit'),
    amount: fc.nat(40),
    pick: fc.nat(),
  }),
  { maxLength: 80 },
);

describe('[invariants.i4-ledger-balanced] the sums of an owner', () => {
  it('never pass the limit in force when a reservation is granted, and are those of its jobs', () => {
    fc.assert(
      fc.property(acts, fc.nat(200), (all, first) => {
        const sums = { used: 0, reserved: 0, held: 0 };
        const jobs: { quota: QuotaState; readonly price: number }[] = [];
        let limit = first;
        for (const { kind, amount, pick } of all) {
          if (kind === 'limit') limit = amount * 5;
          else if (kind === 'reserve') {
            if (!canReserve({ ...sums, limit }, amount)) continue;
            jobs.push({ quota: 'reserved', price: amount });
            adjustQuota(sums, { quota: 'reserved', price: amount }, 1);
            expect(sums.used + sums.reserved + sums.held).toBeLessThanOrEqual(limit);
          } else {
            const job = jobs[pick % Math.max(1, jobs.length)];
            if (job === undefined || !quotaMoves[kind].from.includes(job.quota)) continue;
            adjustQuota(sums, job, -1);
            job.quota = quotaMoves[kind].to;
            adjustQuota(sums, job, 1);
          }
          const sum = (quota: QuotaState) =>
            jobs.reduce((total, job) => total + (job.quota === quota ? job.price : 0), 0);
          expect(sums).toEqual({
            used: sum('settled'),
            reserved: sum('reserved'),
            held: sum('held'),
          });
        }
      }),
    );
  });

  it('let it reserve to the last credit of the limit, beside all that is used, reserved and held', () => {
    const usage: QuotaUsage = { used: 1, reserved: 2, held: 3, limit: 10 };
    expect([canReserve(usage, 4), canReserve(usage, 5)]).toEqual([true, false]);
  });

  it('allow nothing that costs under a limit of 0, and everything without one', () => {
    const none: QuotaUsage = { used: 0, reserved: 0, held: 0, limit: 0 };
    expect(canReserve(none, 1)).toBe(false);
    expect(canReserve({ ...none, limit: null }, Number.MAX_SAFE_INTEGER)).toBe(true);
  });
});

describe('[quota.as-given] a quota given with a creation', () => {
  const limit = fc.option(fc.nat(100));

  it('lets through exactly what both it and the stored limit let through', () => {
    fc.assert(
      fc.property(fc.nat(50), limit, limit, fc.nat(100), (used, stored, quota, amount) => {
        const usage = { used, reserved: 0, held: 0, limit: stored };
        const byBoth = canReserve(usage, amount) && canReserve({ ...usage, limit: quota }, amount);
        expect(canReserve(withinQuota(usage, quota), amount)).toBe(byBoth);
      }),
    );
  });

  it('does not bind when it is not given', () => {
    const usage = { used: 1, reserved: 2, held: 3, limit: 9 };
    expect(withinQuota(usage)).toEqual(usage);
  });
});
