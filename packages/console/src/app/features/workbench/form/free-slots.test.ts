import { expect, it } from 'vitest';
import type { Account } from '../../../api/responses.ts';
import { freeSlots } from './free-slots.ts';

const account = (change: Partial<Account>): Account => ({
  id: 'a',
  label: 'a',
  state: 'ready',
  concurrency: 8,
  makes: [
    { family: 'vidA', free: 5 },
    { family: 'vidD', free: 5 },
  ],
  ...change,
});

it('[console.workbench-cost] free slots are those of accounts that make the family and take work', () => {
  const accounts = [
    account({}),
    account({ makes: [{ family: 'vidD', free: 8 }] }),
    account({ state: 'busy', concurrency: 2, makes: [{ family: 'vidA', free: 0 }] }),
    account({ state: 'disabled' }),
    account({ state: 'cooling' }),
    account({ state: 'untested' }),
    account({ state: 'makes_nothing', makes: [] }),
  ];
  expect(freeSlots(accounts, 'vidA')).toEqual({ free: 5, total: 10 });
  expect(freeSlots(accounts, 'vidD')).toEqual({ free: 13, total: 16 });
  expect(freeSlots([], 'vidA')).toEqual({ free: 0, total: 0 });
});
