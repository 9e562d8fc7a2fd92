import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { arbitraryLoads, now } from '../../test/refused-loads.ts';
import { sampleBook } from '../../test/sample-book.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { chooseForJob } from './choose-account.ts';
import { freeFamilies } from './free-families.ts';
import { poolCapacity } from './pool-capacity.ts';

describe('an account for a job that was refused', () => {
  const job = { ...sampleJob('queued'), cost: 10, refusedBy: ['a'] };
  const ready = sampleLoad({ id: 'a' });

  it('[pool.refused-before] another account goes first, and is waited for', () => {
    const other = sampleLoad({ id: 'b', lastUsedAt: 9 }, { busy: 1 });
    expect(chooseForJob(job, { loads: [ready, other], book: sampleBook }, now)).toMatchObject({
      account: { id: 'b' },
    });
    const busy = sampleLoad({ id: 'b' }, { busy: 2 });
    expect(chooseForJob(job, { loads: [ready, busy], book: sampleBook }, now)).toMatchObject({
      kind: 'wait',
      refusals: [{ reason: 'already-refused' }, { reason: 'busy' }],
    });
  });

  it('[pool.refused-before] where no other will ever accept it, the same account is tried again after it is repaired', () => {
    const leaving = sampleLoad({ id: 'b', draining: true });
    expect(chooseForJob(job, { loads: [ready, leaving], book: sampleBook }, now)).toMatchObject({
      account: { id: 'a' },
    });
    const loginLost = sampleLoad({ id: 'a', condition: 'login_required' });
    expect(chooseForJob(job, { loads: [loginLost], book: sampleBook }, now)).toEqual({
      kind: 'configuration-needed',
      refusals: [{ accountId: 'a', reason: 'login-required' }],
    });
  });

  it('accounts are tried again only where some refused it: each try reads every route', () => {
    const disabled = [sampleLoad({ enabled: false })];
    const asked = (refusedBy: readonly string[]) => {
      const routesOf = vi.fn(sampleBook.routesOf.bind(sampleBook));
      const book = {
        families: sampleBook.families,
        familiesOf: () => sampleBook.families,
        serves: () => true,
        modelsFor: () => [],
        chargingAt: () => undefined,
        routesOf,
      };
      chooseForJob({ ...job, refusedBy }, { loads: disabled, book }, now);
      return routesOf.mock.calls.length;
    };
    expect([asked([]), asked(['gone'])]).toEqual([1, 2]);
  });

  it('[pool.untested] law: an account that awaits its test is chosen for no job, and nothing is free there', () => {
    fc.assert(
      fc.property(arbitraryLoads, fc.subarray(['a0', 'a1', 'a2']), (loads, untested) => {
        const pool = loads.map((load) => ({
          ...load,
          account: { ...load.account, awaitsTest: untested.includes(load.account.id) },
        }));
        const others = pool.filter(({ account }) => !account.awaitsTest);
        const chosenIn = (some: typeof pool) => {
          const choice = chooseForJob(job, { loads: some, book: sampleBook }, now);
          return choice.kind === 'chosen' ? choice.account.id : null;
        };
        expect(chosenIn(pool)).toBe(chosenIn(others));
        expect(freeFamilies(pool, sampleBook, now)).toEqual(freeFamilies(others, sampleBook, now));
        const { slots } = poolCapacity(pool, sampleBook, now);
        expect(slots.free).toBe(poolCapacity(others, sampleBook, now).slots.free);
      }),
    );
  });

  it('[pool.refused-before] law: a job waits for an operator only where no account would take it, had none refused it', () => {
    fc.assert(
      fc.property(arbitraryLoads, fc.subarray(['a0', 'a1', 'a2']), (loads, refusedBy) => {
        const choice = chooseForJob({ ...job, refusedBy }, { loads, book: sampleBook }, now);
        const fresh = chooseForJob({ ...job, refusedBy: [] }, { loads, book: sampleBook }, now);
        expect(choice.kind === 'configuration-needed').toBe(fresh.kind === 'configuration-needed');
      }),
    );
  });
});
