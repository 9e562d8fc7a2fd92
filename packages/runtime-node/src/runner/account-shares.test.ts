import { describe, expect, it } from 'vitest';
import { AccountShares } from './account-shares.ts';

const admitted = { kind: 'admitted' };

describe('AccountShares', () => {
  it('admits exactly the share, and the next one when a place is given back', () => {
    const shares = new AccountShares(2);
    expect([shares.enter('a', '1'), shares.enter('a', '2')]).toEqual([admitted, admitted]);
    expect(shares.enter('a', '3').kind).toBe('turned-away');
    shares.leave('a');
    expect(shares.enter('a', '3')).toEqual(admitted);
    expect(shares.enter('a', '4').kind).toBe('turned-away');
  });

  it('counts each account for itself', () => {
    const shares = new AccountShares(1);
    shares.enter('hanging', '1');
    expect(shares.enter('hanging', '2').kind).toBe('turned-away');
    expect(shares.enter('healthy', '3')).toEqual(admitted);
  });

  it('asks jobs back the later the more of them wait, up to a limit', () => {
    const shares = new AccountShares(10);
    for (let job = 0; job < 10; job += 1) shares.enter('a', `in hand ${job}`);
    const waits = Array.from({ length: 1_000 }, (_, job) => {
      const verdict = shares.enter('a', `waits ${job}`);
      return verdict.kind === 'turned-away' ? verdict.waitMs : 0;
    });
    expect(waits.slice(0, 10)).toEqual(Array(10).fill(250));
    expect(waits[10]).toBe(500);
    expect(waits[999]).toBe(10_000);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  });

  it('counts a job that is turned away again once', () => {
    const shares = new AccountShares(1);
    shares.enter('a', 'in hand');
    const again = Array.from({ length: 5 }, () => shares.enter('a', 'patient'));
    for (const verdict of again) expect(verdict).toEqual({ kind: 'turned-away', waitMs: 250 });
  });

  it('forgets who waited once there is room for all', () => {
    const shares = new AccountShares(4);
    for (let job = 0; job < 4; job += 1) shares.enter('a', `in hand ${job}`);
    for (let job = 0; job < 40; job += 1) shares.enter('a', `waits ${job}`);
    for (let job = 0; job < 4; job += 1) shares.leave('a');
    for (let job = 0; job < 4; job += 1) shares.enter('a', `next ${job}`);
    expect(shares.enter('a', 'late')).toEqual({ kind: 'turned-away', waitMs: 250 });
  });

  it('ignores a leave without an entry', () => {
    const shares = new AccountShares(1);
    shares.leave('a');
    expect(shares.enter('a', '1')).toEqual(admitted);
    expect(shares.enter('a', '2').kind).toBe('turned-away');
  });
});
