import { expect, it } from 'vitest';
import { helpfulReasons } from './helpful-reasons.ts';

const reasonOf = (reason: string) => ({ reason, account_ids: [], accounts: ['Main'], jobs: 1 });

it('[console.capacity] that others do not serve a family is told only where none does', () => {
  const stranger = reasonOf('family-not-served');
  const busy = reasonOf('busy');
  expect(helpfulReasons({ reasons: [stranger, busy] })).toEqual([busy]);
  expect(helpfulReasons({ reasons: [stranger] })).toEqual([stranger]);
  expect(helpfulReasons({ reasons: [] })).toEqual([]);
});
