import { expect, it } from 'vitest';
import type { Account } from '../../../api/responses.ts';
import { accountChoices } from './account-choice.ts';

const account = (id: string, change: Partial<Account>): Account => ({
  id,
  label: id,
  state: 'ready',
  concurrency: 4,
  makes: [{ family: 'vidA', free: 3 }],
  ...change,
});

it('[console.workbench-account] an account that cannot take the video says why', () => {
  const accounts = [
    account('free', {}),
    account('full', { state: 'busy', makes: [{ family: 'vidA', free: 0 }] }),
    account('other', { makes: [{ family: 'vidB', free: 3 }] }),
    account('nothing', { state: 'makes_nothing', makes: [] }),
    account('new', { state: 'untested' }),
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
    { id: 'nothing', kind: 'other-family' },
    { id: 'new', kind: 'resting', state: 'untested' },
    { id: 'tired', kind: 'resting', state: 'cooling' },
  ]);
});
