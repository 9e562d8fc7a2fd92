import { describe, expect, it } from 'vitest';
import { demandFor } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { Account, AccountLoad } from './account.ts';
import {
  type AccountRefusalReason,
  accountRefusalReasons,
  balanceTrustedForMs,
  refusalReason,
} from './account-readiness.ts';

const now = balanceTrustedForMs + 1_000;
const demand = { ...demandFor('vidA', 10), pinnedAccountId: 'a' };
const fresh: Partial<Account> = { creditsCheckedAt: now };

type Lack = { readonly account?: Partial<Account>; readonly load?: Partial<AccountLoad> };

/** What an account lacks, by the reason it is refused for; those that can stand beside each other. */
const lacks: readonly (readonly [AccountRefusalReason, Lack])[] = [
  ['not-the-one-asked-for', { account: { id: 'b' } }],
  ['family-not-served', { account: { families: ['vidB'] } }],
  ['disabled', { account: { enabled: false } }],
  ['draining', { account: { draining: true } }],
  ['login-required', { account: { condition: 'login_required' } }],
  ['credits-too-low', { account: { credits: 9 } }],
  ['credits-stale', { account: { creditsCheckedAt: 0 } }],
  ['credits-reserved', { load: { reservedCredits: 91 } }],
  ['provider-unavailable', { load: { providerOpenUntil: now + 1 } }],
  ['cooling', { account: { condition: 'cooling', coolingUntil: now + 1 } }],
  ['busy', { load: { busy: 2 } }],
];

/** An account that lacks all of these; of two that name one field the first counts. */
function lacking(all: readonly Lack[]): AccountLoad {
  const [account, load] = all.reduceRight<[Partial<Account>, Partial<AccountLoad>]>(
    ([accounts, loads], lack) => [
      { ...accounts, ...lack.account },
      { ...loads, ...lack.load },
    ],
    [fresh, {}],
  );
  return sampleLoad(account, load);
}

describe('why an account does not take a job', () => {
  it('is said by the most basic of its reasons, in the order they are listed', () => {
    const told = lacks.map((_, index) =>
      refusalReason(lacking(lacks.slice(index).map(([, lack]) => lack)), demand, now),
    );
    expect(told).toEqual(lacks.map(([reason]) => reason));
    const listed = accountRefusalReasons.filter((reason) => told.includes(reason));
    expect(listed).toEqual(told);
  });

  it('is nothing when it lacks nothing', () => {
    expect(refusalReason(lacking([]), demand, now)).toBeNull();
  });

  it.each([
    ['credits just cover it', { credits: 10 }, {}, null],
    ['credits are one short', { credits: 9 }, {}, 'credits-too-low'],
    ['what is taken would cover it', { credits: 4 }, { takenCredits: 6 }, 'credits-reserved'],
    ['what is taken would not', { credits: 4 }, { takenCredits: 5 }, 'credits-too-low'],
    ['a refused login outlives its credits', { condition: 'exhausted' }, {}, 'exhausted'],
    ['it has no balance at all, as it said', { credits: null }, {}, null],
    ['its balance is not known yet', { credits: null, creditsCheckedAt: null }, {}, null],
    ['its balance is as old as it may be', { creditsCheckedAt: 1_000 }, {}, null],
    ['its balance is a ms older', { creditsCheckedAt: 999 }, {}, 'credits-stale'],
    ['its balance was never looked at', { creditsCheckedAt: null }, {}, 'credits-stale'],
    [
      'an operator stated its balance long ago',
      { creditsCheckedAt: 0, creditsSource: 'operator' },
      {},
      null,
    ],
    ['the circuit closes now', {}, { providerOpenUntil: now }, null],
    ['the circuit closes later', {}, { providerOpenUntil: now + 1 }, 'provider-unavailable'],
    ['it is cool now', { condition: 'cooling', coolingUntil: now }, {}, null],
    ['it has nothing to cool', { condition: 'cooling', coolingUntil: null }, {}, null],
    ['it was cooling once', { condition: 'ready', coolingUntil: now + 9 }, {}, null],
    ['one slot is free', { concurrency: 3 }, { busy: 2 }, null],
    ['more run than may', { concurrency: 1 }, { busy: 2 }, 'busy'],
  ] as const)('when %s', (_case, account, load, reason) => {
    const asked = sampleLoad({ ...fresh, ...account }, load);
    expect(refusalReason(asked, demand, now)).toBe(reason);
  });
});
