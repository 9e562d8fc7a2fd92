import { describe, expect, it } from 'vitest';
import { AccountBulkhead } from './account-bulkhead.ts';

const admitted = { kind: 'admitted' };

describe('AccountBulkhead', () => {
  it('admits exactly the share, and the next one when a slot is released', () => {
    const bulkhead = new AccountBulkhead(2);
    expect([bulkhead.enter('a', '1'), bulkhead.enter('a', '2')]).toEqual([admitted, admitted]);
    expect(bulkhead.enter('a', '3').kind).toBe('turned-away');
    bulkhead.leave('a');
    expect(bulkhead.enter('a', '3')).toEqual(admitted);
    expect(bulkhead.enter('a', '4').kind).toBe('turned-away');
  });

  it('counts each account for itself', () => {
    const bulkhead = new AccountBulkhead(1);
    bulkhead.enter('hanging', '1');
    expect(bulkhead.enter('hanging', '2').kind).toBe('turned-away');
    expect(bulkhead.enter('healthy', '3')).toEqual(admitted);
  });

  it('asks jobs back the later the more of them wait, up to a limit', () => {
    const bulkhead = new AccountBulkhead(10);
    for (let job = 0; job < 10; job += 1) bulkhead.enter('a', `in flight ${job}`);
    const waits = Array.from({ length: 1_000 }, (_, job) => {
      const verdict = bulkhead.enter('a', `waits ${job}`);
      return verdict.kind === 'turned-away' ? verdict.waitMs : 0;
    });
    expect(waits.slice(0, 10)).toEqual(Array(10).fill(250));
    expect(waits[10]).toBe(500);
    expect(waits[999]).toBe(10_000);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  });

  it('counts a job that is turned away again once', () => {
    const bulkhead = new AccountBulkhead(1);
    bulkhead.enter('a', 'in flight');
    const again = Array.from({ length: 5 }, () => bulkhead.enter('a', 'patient'));
    for (const verdict of again) expect(verdict).toEqual({ kind: 'turned-away', waitMs: 250 });
  });

  it('forgets who waited once there is room for all', () => {
    const bulkhead = new AccountBulkhead(4);
    for (let job = 0; job < 4; job += 1) bulkhead.enter('a', `in flight ${job}`);
    for (let job = 0; job < 40; job += 1) bulkhead.enter('a', `waits ${job}`);
    for (let job = 0; job < 4; job += 1) bulkhead.leave('a');
    for (let job = 0; job < 4; job += 1) bulkhead.enter('a', `next ${job}`);
    expect(bulkhead.enter('a', 'late')).toEqual({ kind: 'turned-away', waitMs: 250 });
  });

  it('ignores a leave without an entry', () => {
    const bulkhead = new AccountBulkhead(1);
    bulkhead.leave('a');
    expect(bulkhead.enter('a', '1')).toEqual(admitted);
    expect(bulkhead.enter('a', '2').kind).toBe('turned-away');
  });
});
