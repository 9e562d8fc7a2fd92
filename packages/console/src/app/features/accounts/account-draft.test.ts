import { describe, expect, it } from 'vitest';
import { findProblems } from '../../forms/find-problems.ts';
import type { PoolAccount } from '../../api/responses.ts';
import {
  accountChangeBody,
  type AccountDraft,
  changeBodyOf,
  draftOf,
  emptyDraft,
  findEmptyParts,
  newAccountBody,
  newBodyOf,
} from './account-draft.ts';

const typed: AccountDraft = { ...emptyDraft, label: 'one', endpoint: 'mock', concurrency: 4 };

const account: PoolAccount = {
  ...{ id: 'ac_1', label: 'one', endpoint: 'mock', families: ['vidA'], enabled: true },
  ...{
    state: 'ready',
    concurrency: 4,
    exclusive: false,
    busy: 0,
    credits: 10,
    credits_source: 'upstream',
  },
  ...{ credits_checked_at: null, reserved_credits: 0, held_credits: 0, cooling_until: null },
  ...{ provider_unavailable_until: null, error_streak: 0, last_error: null, last_success_at: null },
  ...{ last_used_at: null, has_secret: true, unit: 'credits', budget: null },
  ...{ busy_unknown: 0, unknown_until: null, makes: [] },
  paid: { day: 0, month: 0, ever: 0 },
  learned: { models: [], away: [], next_try_at: null },
};

describe('an account as it is typed', () => {
  it('[console.accounts-manage] is sent whole when it is new', () => {
    const draft = { ...typed, servesAll: false, families: ['vidB', 'vidA'], credits: 12.5 };
    expect(newBodyOf({ ...draft, secret: 's' })).toEqual({
      label: 'one',
      endpoint: 'mock',
      families: ['vidA', 'vidB'],
      concurrency: 4,
      exclusive: false,
      credits: 12.5,
      budget: null,
      secret: 's',
    });
  });

  it('[console.accounts-manage] leaves to the server what was not typed', () => {
    expect(newBodyOf({ ...emptyDraft, label: 'one' })).toEqual({
      label: 'one',
      families: ['*'],
      concurrency: 1,
      exclusive: false,
      credits: null,
      budget: null,
    });
  });

  it('[providers.money.budget] names the bound with what it is counted over, or takes it away', () => {
    const bound = { ...typed, budget: 500, budgetPer: 'day' } as const;
    expect(changeBodyOf(typed, bound)).toEqual({ budget: { amount: 500, per: 'day' } });
    expect(changeBodyOf(bound, { ...bound, budgetPer: 'ever' })).toEqual({
      budget: { amount: 500, per: 'ever' },
    });
    expect(changeBodyOf(bound, typed)).toEqual({ budget: null });
  });

  it('[console.accounts-secret] a change sends what differs, and the secret only when one is typed', () => {
    expect(changeBodyOf(typed, typed)).toEqual({});
    expect(changeBodyOf(typed, { ...typed, label: 'two', secret: 'new' })).toEqual({
      label: 'two',
      secret: 'new',
    });
    expect(changeBodyOf(typed, { ...typed, servesAll: false, families: ['vidA'] })).toEqual({
      families: ['vidA'],
    });
    const stated = { ...typed, credits: 100 };
    expect(changeBodyOf(typed, stated)).toEqual({ credits: 100 });
    expect(changeBodyOf(stated, typed)).toEqual({ credits: null });
  });

  it('[providers.desk.credential] several fields are sent as one secret; of some but not all, the empty ones are told', () => {
    const credential = [{ name: 'access_key' }, { name: 'secret_key' }];
    const parts = { access_key: 'AK', secret_key: 'SK' };
    expect(newBodyOf({ ...typed, secretParts: parts })['secret']).toBe(JSON.stringify(parts));
    expect(changeBodyOf(typed, { ...typed, secretParts: parts })).toEqual({
      secret: JSON.stringify(parts),
    });
    const untouched = { ...typed, secretParts: { access_key: '', secret_key: '' } };
    expect(changeBodyOf(typed, untouched)).toEqual({});
    expect(findEmptyParts(untouched, credential)).toEqual([]);
    const half = { secretParts: { access_key: ' ', secret_key: 'SK' } };
    expect(findEmptyParts(half, credential)).toEqual(['access_key']);
    expect(findEmptyParts({ secretParts: parts }, credential)).toEqual([]);
    expect(findEmptyParts({ secretParts: {} }, [{ name: 'api_key' }])).toEqual([]);
  });

  it('[providers.desk.amounts] amounts are typed as people say them, and sent in the smallest parts', () => {
    const dollars = { ...typed, unit: 'usd', credits: 1.25, budget: 0.0001 } as const;
    expect(newBodyOf(dollars)).toMatchObject({
      credits: 1_250_000,
      budget: { amount: 100, per: 'month' },
    });
    expect(newBodyOf({ ...dollars, credits: 'x' })['credits']).toBe('x');
    expect(newBodyOf({ ...dollars, unit: 'tokens' })['credits']).toBe(1.25);
    expect(newBodyOf({ ...dollars, unit: 'units', budget: 4.5 })).toMatchObject({
      credits: 125,
      budget: { amount: 450 },
    });
    const shown = draftOf({
      ...account,
      ...{ unit: 'usd', credits: 1_250_000, credits_source: 'operator' },
      budget: { amount: 30_000_000, per: 'day' },
    });
    expect([shown.credits, shown.budget]).toEqual([1.25, 30]);
  });

  it('the order in which families are chosen is no difference', () => {
    const some = { ...typed, servesAll: false, families: ['vidA', 'vidB'] };
    expect(changeBodyOf(some, { ...some, families: ['vidB', 'vidA'] })).toEqual({});
  });

  it('[console.forms-checked] is held to the rules', () => {
    const wrong = { ...typed, label: ' ', concurrency: '', servesAll: false, families: [] };
    expect(Object.keys(findProblems(newAccountBody, newBodyOf(wrong))).toSorted()).toEqual([
      'concurrency',
      'families',
      'label',
    ]);
    expect(Object.keys(findProblems(accountChangeBody, changeBodyOf(typed, wrong)))).toHaveLength(
      3,
    );
  });

  it('a balance the provider counts is not taken for a stated one', () => {
    expect(draftOf(account)).toEqual({ ...typed, servesAll: false, families: ['vidA'] });
    expect(draftOf({ ...account, credits_source: 'operator' }).credits).toBe(10);
    expect(draftOf({ ...account, families: ['*'] })).toMatchObject({
      servesAll: true,
      families: [],
    });
  });
});
