import { expect, it } from 'vitest';
import { publicCounts } from './pool-status.ts';

it('[local.pool.capacity] every account is counted under one word, and as disabled if an operator has to act', () => {
  const counts = { ready: 1, busy: 2, cooling: 3, exhausted: 4, login_required: 5 };
  const all = { total: 36, ...counts, untested: 6, makes_nothing: 7, disabled: 8 };
  expect(publicCounts(all)).toEqual({ total: 36, ...counts, disabled: 21 });
});
