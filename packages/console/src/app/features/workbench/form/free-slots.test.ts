import { expect, it } from 'vitest';
import type { Account } from '../../../api/responses.ts';
import { freeSlots } from './free-slots.ts';

const account = (change: Partial<Account>): Account => ({
  id: 'a',
  label: 'a',
  families: ['*'],
  state: 'ready',
  concurrency: 8,
  busy: 3,
  ...change,
});

it('[console.workbench-cost] free slots are those of accounts that serve the family and take work', () => {
  const accounts = [
    account({}),
    account({ families: ['vidD'], busy: 0 }),
    account({ state: 'busy', concurrency: 2, busy: 3 }),
    account({ state: 'disabled' }),
    account({ state: 'cooling' }),
  ];
  expect(freeSlots(accounts, 'vidA')).toEqual({ free: 5, total: 10 });
  expect(freeSlots(accounts, 'vidD')).toEqual({ free: 13, total: 18 });
  expect(freeSlots([], 'vidA')).toEqual({ free: 0, total: 0 });
});
