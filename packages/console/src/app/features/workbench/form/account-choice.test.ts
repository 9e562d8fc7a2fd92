import { expect, it } from 'vitest';
import type { Account } from '../../../api/responses.ts';
import { accountChoices } from './account-choice.ts';

const account = (id: string, change: Partial<Account>): Account => ({
  id,
  label: id,
  families: ['*'],
  state: 'ready',
  concurrency: 4,
  busy: 1,
  ...change,
});

it('[console.workbench-account] an account that cannot take the video says why', () => {
  const accounts = [
    account('free', {}),
    account('full', { state: 'busy', busy: 4 }),
    account('other', { families: ['vidB'] }),
    account('tired', { state: 'cooling' }),
  ];
  const choices = accountChoices(accounts, 'vidA').map(({ account: { id }, ...rest }) => ({
    id,
    ...rest,
  }));
  expect(choices).toEqual([
    { id: 'free', kind: 'open', free: 3, total: 4 },
    { id: 'full', kind: 'open', free: 0, total: 4 },
    { id: 'other', kind: 'other-family' },
    { id: 'tired', kind: 'resting', state: 'cooling' },
  ]);
});
