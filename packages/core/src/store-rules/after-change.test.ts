import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import type { Claim, CommitInput } from '../ports/job-store.ts';
import { newAccount } from './account-settings.ts';
import { ceilingOf, dueAfter, endsLease, isDrained, isWokenBy } from './after-change.ts';

const account = newAccount({ id: 'a', endpoint: 'p', label: 'a' });
const waiting = sampleJob('awaiting_configuration', { dueAt: null });
const claim: Claim = { job: waiting, epoch: 1, holder: 'runner', leaseUntil: 9 };
const input: CommitInput = {
  claim,
  from: waiting,
  next: waiting,
  effects: [],
  lease: 'keep',
  now: 7,
};

describe('a lease', () => {
  it.each([
    [{}, false],
    [{ lease: 'release' }, true],
    [{ claim: null }, false],
    [{ lease: 'release', claim: null }, true],
    [{ next: sampleJob('failed') }, true],
    [{ next: sampleJob('completed'), claim: null }, true],
  ] satisfies [Partial<CommitInput>, boolean][])('after %j ends: %j', (change, ends) => {
    expect(endsLease({ ...input, ...change })).toBe(ends);
  });
});

describe('a changed job', () => {
  const [same, changed] = [
    { seen: 3, changes: 3 },
    { seen: 3, changes: 4 },
  ];

  it('is due as it says, and at once where it waits for a pool that was changed meanwhile', () => {
    expect(dueAfter(input, same)).toBeNull();
    expect(dueAfter(input, changed)).toBe(7);
    expect(dueAfter({ ...input, claim: null }, changed)).toBeNull();
    const queued = sampleJob('queued', { dueAt: 5 });
    expect(dueAfter({ ...input, next: queued }, changed)).toBe(5);
  });
});

describe('an account', () => {
  const family = waiting.request.family;

  it('wakes jobs of its families that wait for configuration, while it accepts jobs', () => {
    expect(isWokenBy(account, waiting)).toBe(true);
    expect(isWokenBy({ ...account, families: [family] }, waiting)).toBe(true);
    expect(isWokenBy({ ...account, families: ['another'] }, waiting)).toBe(false);
    expect(isWokenBy({ ...account, enabled: false }, waiting)).toBe(false);
    expect(isWokenBy({ ...account, draining: true }, waiting)).toBe(false);
    expect(isWokenBy(account, sampleJob('queued'))).toBe(false);
  });

  it('goes once it was removed and no job is on it', () => {
    expect(isDrained({ ...account, draining: true }, 0)).toBe(true);
    expect(isDrained({ ...account, draining: true }, 1)).toBe(false);
    expect(isDrained(account, 0)).toBe(false);
    expect(isDrained(undefined, 0)).toBe(false);
  });
});

it('a limit below the amount in use allows no further reservation', () => {
  expect([ceilingOf(10, 4), ceilingOf(10, 14), ceilingOf(null, 14)]).toEqual([10, 14, null]);
});
