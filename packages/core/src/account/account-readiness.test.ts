import { describe, expect, it } from 'vitest';
import { demandFor } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { Account, AccountLoad } from './account.ts';
import {
  type AccountRefusalReason,
  accountRefusalReasons,
  balanceTrustedForMs,
  type Demand,
  readinessOf,
  refusalReason,
} from './account-readiness.ts';
import type { LearnedLimit } from './learned.ts';

const now = balanceTrustedForMs + 1_000;
const demand = { ...demandFor('vidA', 10), pinnedAccountId: 'a' };
const fresh: Partial<Account> = { creditsCheckedAt: now };

type Lack = { readonly account?: Partial<Account>; readonly load?: Partial<AccountLoad> };

/** An account's deficiency by the reason of the refusal; those that can occur together. */
const lacks: readonly (readonly [AccountRefusalReason, Lack])[] = [
  ['not-the-one-asked-for', { account: { id: 'b' } }],
  ['family-not-served', { account: { families: ['vidB'] } }],
  ['disabled', { account: { enabled: false } }],
  ['draining', { account: { draining: true } }],
  ['login-required', { account: { condition: 'login_required' } }],
  ['untested', { account: { awaitsTest: true } }],
  ['credits-too-low', { account: { credits: 9 } }],
  ['credits-stale', { account: { creditsCheckedAt: 0 } }],
  ['credits-reserved', { load: { reservedCredits: 91 } }],
  ['provider-unavailable', { load: { providerOpenUntil: now + 1 } }],
  ['cooling', { account: { condition: 'cooling', coolingUntil: now + 1 } }],
  ['busy', { load: { busy: 2 } }],
];

/** An account with all these deficiencies; of two that set one field the first counts. */
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
    const reported = lacks.map((_, index) =>
      refusalReason(lacking(lacks.slice(index).map(([, lack]) => lack)), demand, now),
    );
    expect(reported).toEqual(lacks.map(([reason]) => reason));
    const listed = accountRefusalReasons.filter((reason) => reported.includes(reason));
    expect(listed).toEqual(reported);
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

describe('an account with two routes', () => {
  const one = { route: { endpoint: 'mock', model: 'one', rank: 1 }, size: null };
  const two = { route: { endpoint: 'mock', model: 'two', rank: 2 }, size: null };
  const asked: Demand = {
    family: 'film',
    cost: 10,
    routesOf: () => ({ kind: 'eligible', routes: [one, two] }),
  };
  const away = (model: string, until: number): LearnedLimit => ({
    kind: 'away',
    family: 'film',
    model,
    at: now,
    until,
    streak: 0,
  });
  const full = (model: string): LearnedLimit => ({
    kind: 'cap',
    model,
    at: now,
    cap: 1,
    restsUntil: null,
  });
  const check = (learned: readonly LearnedLimit[], demanded = asked) =>
    readinessOf(
      sampleLoad({ ...fresh, learned }, { busyByModel: { one: 1, two: 1 } }),
      demanded,
      now,
    );

  it('accepts the job by the first that is open', () => {
    expect(check([])).toEqual({ kind: 'able', open: one });
    expect(check([full('one')])).toEqual({ kind: 'able', open: two });
  });

  it('needs the credits of the one by which it would go, and of the first where none is open', () => {
    const priced = {
      ...asked,
      costOn: (_: Account, { model }: { readonly model: string }) => (model === 'one' ? 101 : 100),
    };
    expect(check([], priced)).toMatchObject({ kind: 'unable', reason: 'credits-too-low' });
    expect(check([full('one')], priced)).toEqual({ kind: 'able', open: two });
    const none = check([full('one'), full('two')], priced);
    expect(none).toMatchObject({ reason: 'credits-too-low' });
  });

  it('is closed for the reason of the first, until the earlier end, or perhaps earlier where one has none', () => {
    const both = [away('one', now + 900), away('two', now + 500)];
    expect(check(both)).toEqual({ kind: 'unable', reason: 'model-away', until: now + 500 });
    const mixed = [full('one'), away('two', now + 500)];
    expect(check(mixed)).toEqual({ kind: 'unable', reason: 'model-busy', until: null });
  });
});

describe('when the reason passes', () => {
  const probeJob: LearnedLimit = { kind: 'probe-job', at: now, until: now + 500, streak: 0 };
  const broke: Partial<Account> = {
    ...fresh,
    condition: 'exhausted',
    credits: null,
    learned: [probeJob],
  };
  const passes = (account: Partial<Account>, at = now, load: Partial<AccountLoad> = {}) =>
    readinessOf(sampleLoad(account, load), demand, at);

  it('is known of an exhausted account while it waits to be tried, and not while it is tried', () => {
    const reported = { kind: 'unable', reason: 'exhausted' } as const;
    expect(passes(broke)).toEqual({ ...reported, until: now + 500 });
    expect(passes(broke, now + 500, { busy: 1 })).toEqual({ ...reported, until: null });
    expect(passes({ ...broke, credits: 100 })).toEqual({ ...reported, until: null });
  });

  it('is not known where a person keeps it out, whatever else it waits for', () => {
    expect(passes({ ...broke, enabled: false })).toEqual({
      kind: 'unable',
      reason: 'disabled',
      until: null,
    });
  });
});
