import { describe, expect, it } from 'vitest';
import type { AdminJob } from '../../../api/responses.ts';
import { sumMoney } from './sum-money.ts';

type Money = Pick<AdminJob, 'owner' | 'owner_name' | 'price' | 'quota' | 'credit' | 'spend'>;

const spend = (unit: 'credits' | 'usd', estimate: number) =>
  ({ unit, estimate, actual: null, charges: 'success', usage: null }) as const;

const ios: Money = {
  owner: 'user:us_1',
  owner_name: 'ios-app',
  price: 20,
  quota: 'held',
  credit: 'held',
  spend: spend('credits', 8),
};

describe('[console.jobs-many-money] what jobs have set aside', () => {
  it('is summed by owner and by the unit of the account', () => {
    const admin: Money = { ...ios, owner: 'admin', owner_name: null, price: 50 };
    const jobs = [ios, { ...ios, price: 5 }, { ...admin, spend: spend('usd', 300_000) }];
    expect(sumMoney(jobs)).toEqual({
      owners: [
        { owner: 'admin', owner_name: null, jobs: 1, credits: 50 },
        { owner: 'user:us_1', owner_name: 'ios-app', jobs: 2, credits: 25 },
      ],
      credits: 75,
      cost: new Map([
        ['credits', 16],
        ['usd', 300_000],
      ]),
    });
  });

  it('is nothing of what was settled or given back, nor of accounts that were never chosen', () => {
    const over: Money = { ...ios, quota: 'settled', credit: 'settled' };
    const waiting: Money = { ...ios, quota: 'reserved', credit: 'none', spend: null };
    expect(sumMoney([over, waiting])).toEqual({
      owners: [{ owner: 'user:us_1', owner_name: 'ios-app', jobs: 2, credits: 20 }],
      credits: 20,
      cost: new Map(),
    });
    expect(sumMoney([])).toEqual({ owners: [], credits: 0, cost: new Map() });
  });
});
