import { describe, expect, it } from 'vitest';
import { limitedAccounts } from '../../test/support/limited-accounts.ts';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { viewLedger } from '../state/ledger-view.ts';
import { defaultMockAccount } from './mock-account.ts';

describe('accounts', () => {
  const refusalOf = (world: ReturnType<typeof openWorld>, key: string, given = {}) => {
    const outcome = world.submissions.submit(key, sampleSubmission(given));
    return outcome.kind === 'refused' ? outcome.refusal : undefined;
  };

  it.each([
    ['poor-key', 'credits'],
    ['expired-key', 'login'],
    ['banned-key', 'forbidden'],
  ])('[mock.accounts] the key %s is refused: %s', (key, kind) => {
    const world = openWorld({ accounts: limitedAccounts });
    expect(refusalOf(world, key)).toMatchObject({ kind, retryAfterMs: null });
    expect(viewLedger(world, {}).accepted).toBe(0);
  });

  it('[mock.accounts] an account of one job takes one at a time', () => {
    const world = openWorld({ accounts: limitedAccounts });
    const job = accept(world, 'single-key', sampleSubmission());
    expect(refusalOf(world, 'single-key')).toMatchObject({ kind: 'concurrency' });
    expect(refusalOf(world, 'other')).toBeUndefined();
    world.control.advanceClock(job.endsAt - beginning);
    expect(refusalOf(world, 'single-key')).toBeUndefined();
  });

  it('[mock.accounts] credits are taken at acceptance and come back when the job fails', () => {
    const world = openWorld({ accounts: { one: { credits: 10 } } });
    accept(world, 'one', sampleSubmission({ prompt: '[[mock:run=5s,queue=1s,fail=internal]]' }));
    expect(world.accounts.creditsOf('one')).toBe(2);
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'credits' });
    world.control.advanceClock(5_999);
    expect(world.accounts.creditsOf('one')).toBe(2);
    world.control.advanceClock(1);
    expect(world.accounts.creditsOf('one')).toBe(10);
  });

  it.each([
    ['480p', 4, 4],
    ['720p', 4, 8],
    ['1080p', 10, 40],
    ['2k', null, 2],
  ])(
    '[mock.accounts] %s for %s seconds costs %d credits',
    (resolution, durationSeconds, charge) => {
      const world = openWorld();
      expect(accept(world, 'one', sampleSubmission({ resolution, durationSeconds })).charge).toBe(
        charge,
      );
    },
  );

  it('[mock.accounts] the rate window slides, and says when the next submission may pass', () => {
    const rate = { submissions: 2, windowMs: 10_000 };
    const world = openWorld({ speed: 10, accounts: { one: { rate } } });
    accept(world, 'one', sampleSubmission());
    world.control.advanceClock(400);
    accept(world, 'one', sampleSubmission());
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 600 });
    world.control.advanceClock(599);
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 1 });
    world.control.advanceClock(1);
    expect(refusalOf(world, 'one')).toBeUndefined();
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 400 });
  });

  it('[mock.accounts] settings change from now on, and an account without a description has plenty', () => {
    const world = openWorld();
    expect(world.accounts.settings('anyone')).toEqual(defaultMockAccount);
    world.accounts.describe('anyone', { login: 'expired' });
    expect(refusalOf(world, 'anyone')).toMatchObject({ kind: 'login' });
    world.accounts.describe('anyone', { login: 'valid' });
    expect(refusalOf(world, 'anyone')).toBeUndefined();
  });

  it('[mock.accounts] credits never read below zero', () => {
    const world = openWorld();
    accept(world, 'one', sampleSubmission());
    world.accounts.describe('one', { credits: 3 });
    expect(world.accounts.creditsOf('one')).toBe(0);
  });
});
