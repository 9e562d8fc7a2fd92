import { describe, expect, it } from 'vitest';
import { balanceMove } from './account-after.ts';

const readAt = { creditsSource: 'upstream', creditsCheckedAt: 1_000 } as const;
const stated = { creditsSource: 'operator', creditsCheckedAt: 1_000 } as const;
const unread = { creditsSource: 'upstream', creditsCheckedAt: null } as const;

describe('balanceMove', () => {
  it.each(['reserve', 'hold', 'refund'] as const)('%s leaves the balance alone', (move) => {
    expect(balanceMove(readAt, { move, amount: 8 }, { unknownSince: null })).toBe(0);
  });

  it('giving back raises it', () => {
    expect(balanceMove(readAt, { move: 'return', amount: 8 }, { unknownSince: 1 })).toBe(8);
  });

  it.each([
    ['of a job whose outcome was never unknown', readAt, null, -8],
    ['that was unknown before the balance was read: it is in it', readAt, 999, 0],
    ['that became unknown as the balance was read', readAt, 1_000, -8],
    ['that became unknown later', readAt, 1_001, -8],
    ['beside a balance the operator stated', stated, 999, -8],
    ['beside a balance that was never read', unread, 999, -8],
  ])('[credits.balance-once] taking %s', (_case, account, unknownSince, change) => {
    expect(balanceMove(account, { move: 'settle', amount: 8 }, { unknownSince })).toBe(change);
  });
});
