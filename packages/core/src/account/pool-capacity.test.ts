import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { Account } from './account.ts';
import { openSlotsOf, poolCapacity } from './pool-capacity.ts';

const now = 1_000;
const capacity = (...loads: Parameters<typeof poolCapacity>[0]) =>
  poolCapacity(loads, sampleBook, now);

describe('the capacity of the pool', () => {
  it('[local.pool.capacity] is 0 for every family of an empty pool', () => {
    const { slots, accounts, families, nextOpeningAt } = capacity();
    expect(slots).toEqual({ total: 0, busy: 0, free: 0 });
    expect(Object.values(accounts).every((count) => count === 0)).toBe(true);
    expect(families.map(({ family }) => family)).toEqual(sampleBook.families);
    expect(nextOpeningAt).toBeNull();
  });

  it('[local.pool.capacity] counts each account under one word, the most basic reason first', () => {
    const { accounts, slots } = capacity(
      sampleLoad({ concurrency: 3 }, { busy: 1 }),
      sampleLoad({ concurrency: 2 }, { busy: 2 }),
      sampleLoad({ condition: 'cooling', coolingUntil: 5_000 }, { busy: 1 }),
      sampleLoad({ condition: 'exhausted' }),
      sampleLoad({ credits: 0 }),
      sampleLoad({ condition: 'login_required' }),
      sampleLoad({ condition: 'login_required', awaitsTest: true }),
      sampleLoad({ awaitsTest: true }),
      sampleLoad({ awaitsTest: true, families: ['gone'] }),
      sampleLoad({ enabled: false, condition: 'exhausted' }, { busy: 1 }),
      sampleLoad({ draining: true }),
    );
    expect(accounts).toEqual({
      total: 11,
      ready: 1,
      busy: 1,
      cooling: 1,
      exhausted: 2,
      login_required: 2,
      untested: 1,
      makes_nothing: 1,
      disabled: 2,
    });
    expect(slots).toEqual({ total: 7, busy: 5, free: 2 });
  });

  it('[local.pool.capacity] counts an account that has cooled as ready, and one behind an open circuit as cooling', () => {
    const cooled = sampleLoad({ condition: 'cooling', coolingUntil: now });
    const behind = sampleLoad({}, { providerOpenUntil: now + 300 });
    const { accounts, nextOpeningAt } = capacity(cooled, behind);
    expect([accounts.ready, accounts.cooling]).toEqual([1, 1]);
    expect(nextOpeningAt).toBe(now + 300);
  });

  it('[local.pool.capacity] opens next when the first of them does', () => {
    const { nextOpeningAt } = capacity(
      sampleLoad({ condition: 'cooling', coolingUntil: now + 900 }),
      sampleLoad({}, { providerOpenUntil: now + 300 }),
      sampleLoad(
        { condition: 'cooling', coolingUntil: now + 100 },
        { providerOpenUntil: now + 700 },
      ),
    );
    expect(nextOpeningAt).toBe(now + 300);
  });

  it('[local.pool.capacity] counts an account with an unknown balance, or a past cooling, as ready', () => {
    const { accounts } = capacity(
      sampleLoad({ credits: null }),
      sampleLoad({ credits: 1 }),
      sampleLoad({ condition: 'ready', coolingUntil: now + 900 }),
    );
    expect(accounts).toMatchObject({ total: 3, ready: 3 });
  });

  it('[local.pool.capacity] counts an account in every family it serves', () => {
    const { families } = capacity(
      sampleLoad({ families: ['vidD'], concurrency: 4 }, { busy: 1 }),
      sampleLoad({ families: ['*'], concurrency: 2 }),
    );
    const slotsOf = (id: string) => families.find(({ family }) => family === id)?.slots;
    expect(slotsOf('vidD')).toEqual({ total: 6, busy: 1, free: 5 });
    expect(slotsOf('vidB')).toEqual({ total: 2, busy: 0, free: 2 });
  });

  it('[pool.makes-nothing] law: an account that can make none of the offer adds no slot, and its jobs in flight stay counted', () => {
    fc.assert(
      fc.property(
        fc.record({ busy: fc.nat(5), concurrency: fc.integer({ min: 1, max: 5 }) }),
        fc.constantFrom<Partial<Account>>({ families: ['gone'] }, { endpoint: 'elsewhere' }),
        ({ busy, concurrency }, lack) => {
          const idle = sampleLoad({ ...lack, concurrency }, { busy });
          const { slots, accounts, families } = capacity(sampleLoad(), idle);
          expect(slots).toEqual({ total: 2 + busy, busy, free: 2 });
          expect([accounts.ready, accounts.makes_nothing]).toEqual([1, 1]);
          expect(families).toEqual(capacity(sampleLoad()).families);
          expect(openSlotsOf(idle, sampleBook, now)).toEqual([]);
        },
      ),
    );
  });

  it('[pool.makes-nothing] what an account can make is what a job of that family finds there', () => {
    const some = sampleLoad({ families: ['vidD', 'gone'], concurrency: 3 }, { busy: 1 });
    expect(openSlotsOf(some, sampleBook, now)).toEqual([{ family: 'vidD', free: 2 }]);
    const paused = sampleLoad({ families: ['vidD'], enabled: false });
    expect(openSlotsOf(paused, sampleBook, now)).toEqual([{ family: 'vidD', free: 0 }]);
  });

  it('[local.pool.capacity] counts no slot of a family that is kept away', () => {
    const away = { kind: 'away', family: 'vidB', model: 'vidB', at: now, until: now + 1 } as const;
    const learned = [{ ...away, streak: 0 }];
    const { families } = capacity(sampleLoad({ families: ['vidA', 'vidB'], learned }));
    const freeOf = (id: string) => families.find(({ family }) => family === id)?.slots.free;
    expect([freeOf('vidA'), freeOf('vidB')]).toEqual([2, 0]);
  });
});
