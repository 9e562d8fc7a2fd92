import { describe, expect, it } from 'vitest';
import { newAccount } from './account-settings.ts';
import { accountAfter } from './account-after.ts';
import { circuitAfter } from './circuit-after.ts';
import { checkGrants } from './check-grants.ts';

const account = { ...newAccount({ id: 'a', endpoint: 'p', label: 'a' }), credits: 50 };
const change = { job: { unknownSince: null }, now: 9, inFlight: () => 0 };
const money = { kind: 'credit', accountId: 'a', amount: 8, unit: 'credits' } as const;

describe('an account', () => {
  it('[providers.money.amounts] adds and subtracts the amount of the effect, known balance or not', () => {
    const taken = accountAfter({ account, movedCredits: 1 }, { ...money, move: 'settle' }, change);
    expect([taken.account.credits, taken.movedCredits]).toEqual([42, 9]);
    const unknown = { account: { ...account, credits: null }, movedCredits: 1 };
    const back = accountAfter(unknown, { ...money, move: 'return' }, change);
    expect([back.account.credits, back.movedCredits]).toEqual([null, -7]);
  });

  it.each([
    ['exhausted', 'exhausted'],
    ['login-lost', 'login_required'],
  ] as const)(
    '[admin.accounts.last-error] keeps the words of a refusal until a job succeeds: %s',
    (kind, condition) => {
      const entry = { account: { ...account, lastError: 'earlier' }, movedCredits: 0 };
      const penalise = (detail?: string) =>
        accountAfter(
          entry,
          {
            kind: 'penalise',
            accountId: 'a',
            penalty: detail === undefined ? { kind } : { kind, detail },
          },
          change,
        );
      expect(penalise('1102: no').account).toMatchObject({ condition, lastError: '1102: no' });
      expect(penalise().account.lastError).toBeNull();
      const cooling = { kind: 'cooling', until: 5 } as const;
      const cooled = { kind: 'penalise', accountId: 'a', penalty: cooling } as const;
      expect(accountAfter(entry, cooled, change).account.lastError).toBe('earlier');
      const success = { kind: 'account-succeeded', accountId: 'a', making: null } as const;
      expect(accountAfter(entry, success, change).account.lastError).toBeNull();
    },
  );

  it('is the same value after what says nothing about it', () => {
    const entry = { account, movedCredits: 0 };
    for (const move of ['reserve', 'hold', 'refund'] as const)
      expect(accountAfter(entry, { ...money, move }, change)).toBe(entry);
    expect(accountAfter(entry, { kind: 'quota', move: 'settle', amount: 8 }, change)).toBe(entry);
  });
});

describe('a grant', () => {
  const load = {
    account,
    busy: 0,
    busyByModel: {},
    busyUnknown: 0,
    reservedCredits: 40,
    heldCredits: 0,
    takenCredits: 0,
    movedCredits: 0,
    providerOpenUntil: null,
  };

  it('[providers.money.amounts] covers what the effect reserves', () => {
    const grant = (amount: number) =>
      checkGrants([{ ...money, amount, move: 'reserve' }], { loadOf: () => load, now: 9 });
    expect([grant(10), grant(11)]).toEqual(['granted', 'credits-reserved']);
  });

  it('checks slots first, and also a reservation on an account that is gone', () => {
    const take = { kind: 'slot', move: 'take', accountId: 'a' } as const;
    const reserve = { ...money, amount: 11, move: 'reserve' } as const;
    const full = { ...load, busy: 1 };
    expect(checkGrants([reserve, take], { loadOf: () => full, now: 9 })).toBe('slot-taken');
    expect(checkGrants([reserve], { loadOf: () => undefined, now: 9 })).toBe('granted');
    expect(checkGrants([take], { loadOf: () => undefined, now: 9 })).toBe('slot-taken');
  });
});

describe('a circuit', () => {
  it('opens with the fifth consecutive failure, and is empty after a response', () => {
    const refused = { accountId: 'a', evidence: 'unavailable' } as const;
    let circuit = circuitAfter(undefined, refused, 1);
    for (let failures = 2; failures <= 4; failures += 1)
      circuit = circuitAfter(circuit, refused, failures);
    expect(circuit).toEqual({ by: 'a', failures: 4, doubts: 0, openUntil: null });
    expect(circuitAfter(circuit, refused, 5)).toEqual({
      by: 'a',
      failures: 5,
      doubts: 0,
      openUntil: 30_005,
    });
    expect(circuitAfter(circuit, { accountId: 'a', evidence: 'answered' }, 5)).toBeUndefined();
  });
});
