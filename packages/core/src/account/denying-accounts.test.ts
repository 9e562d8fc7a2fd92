import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import type { Job } from '../job/job.ts';
import { denyingAccounts } from './denying-accounts.ts';

const said = (since: number) =>
  ({ word: 'denied', source: 'one@', since, latest: since, looks: 1 }) as const;
const denied = (since: number, accountId = 'one'): Job =>
  sampleJob('outcome_unknown', { accountId, doubt: said(since), submittedAt: 0 });
const shown = (submittedAt: number, accountId = 'one'): Job =>
  sampleJob('polling', { accountId, submittedAt });

describe('[evidence.denies-everything] an account', () => {
  it('denies everything when it denies two jobs, and shows none that it accepted before', () => {
    expect(denyingAccounts([denied(100), denied(90)])).toEqual([
      { accountId: 'one', jobs: 2, since: 90 },
    ]);
    expect(denyingAccounts([denied(100), denied(90), shown(95)])).toHaveLength(1);
  });

  it('does not while it denies one, or shows another', () => {
    expect(denyingAccounts([denied(100)])).toEqual([]);
    expect(denyingAccounts([denied(100), denied(90), shown(5)])).toEqual([]);
  });

  it('is decided by its own jobs, and by denials alone', () => {
    const failed = sampleJob('polling', {
      accountId: 'one',
      doubt: { ...said(1), word: 'failed' },
      submittedAt: 5,
    });
    expect(denyingAccounts([denied(9), denied(9), failed])).toEqual([]);
    const others = [denied(9), denied(9), shown(5, 'two'), denied(9, 'three')];
    expect(denyingAccounts(others).map(({ accountId }) => accountId)).toEqual(['one']);
  });
});
