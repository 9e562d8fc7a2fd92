import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandFor } from '../../test/sample-book.ts';
import { arbitraryLoads, now, refusedLoads } from '../../test/refused-loads.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { AccountLoad } from './account.ts';
import { balanceTrustedForMs } from './account-readiness.ts';
import { chooseAccount } from './choose-account.ts';

const demand = { ...demandFor('vidA', 10), excluded: [] as readonly string[] };

describe('chooseAccount', () => {
  it.each(refusedLoads)('gives %s as the reason', (reason, load) => {
    const choice = chooseAccount([load], demand, now);
    expect(choice).toMatchObject({ refusals: [{ accountId: 'a', reason }] });
    expect(choice.kind).not.toBe('chosen');
  });

  it('names what the endpoint cannot do, where the account is a candidate at all', () => {
    const detail = 'm: aspectRatio is not made';
    const unable = {
      ...demand,
      routesOf: () => ({ kind: 'request-not-supported', detail, verdicts: [] }) as const,
    };
    expect(chooseAccount([sampleLoad()], unable, now)).toEqual({
      kind: 'configuration-needed',
      refusals: [{ accountId: 'a', reason: 'request-not-supported', detail }],
    });
    expect(
      chooseAccount([sampleLoad()], { ...unable, pinnedAccountId: 'b' }, now).refusals,
    ).toEqual([{ accountId: 'a', reason: 'not-the-one-asked-for' }]);
  });

  it('does not wait for one that may be exhausted while a person keeps it out', () => {
    const broke = { condition: 'exhausted', credits: null } as const;
    expect(chooseAccount([sampleLoad({ ...broke }, { busy: 1 })], demand, now).kind).toBe('wait');
    expect(chooseAccount([sampleLoad({ ...broke, enabled: false })], demand, now)).toStrictEqual({
      kind: 'configuration-needed',
      refusals: [{ accountId: 'a', reason: 'disabled' }],
    });
  });

  it('passes over accounts that refused this job', () => {
    expect(chooseAccount([sampleLoad()], { ...demand, excluded: ['a'] }, now)).toEqual({
      kind: 'configuration-needed',
      refusals: [{ accountId: 'a', reason: 'already-refused' }],
    });
  });

  it('[workbench.account] leaves a job that names its account to that one alone, however busy it is', () => {
    const pinned = { ...demand, pinnedAccountId: 'b' };
    const loads = [sampleLoad({ id: 'a' }), sampleLoad({ id: 'b', concurrency: 9 }, { busy: 8 })];
    expect(chooseAccount(loads, pinned, now)).toMatchObject({
      kind: 'chosen',
      account: { id: 'b' },
      refusals: [{ accountId: 'a', reason: 'not-the-one-asked-for' }],
    });
    const busy = [sampleLoad({ id: 'a' }), sampleLoad({ id: 'b', concurrency: 9 }, { busy: 9 })];
    expect(chooseAccount(busy, pinned, now)).toMatchObject({ kind: 'wait', until: null });
    expect(chooseAccount([sampleLoad({ id: 'a' })], pinned, now).kind).toBe('configuration-needed');
  });

  it('[providers.port.rank] chooses a route of the first rank, however busy the account', () => {
    const ranks: { readonly [endpoint: string]: number } = { near: 1, far: 2 };
    const ranked = {
      ...demand,
      routesOf: ({ endpoint }: { readonly endpoint: string }) =>
        ({
          kind: 'eligible',
          routes: [{ route: { endpoint, model: 'm', rank: ranks[endpoint] ?? 3 }, size: null }],
        }) as const,
    };
    const far = sampleLoad({ id: 'a', endpoint: 'far' });
    const near = sampleLoad({ id: 'b', endpoint: 'near', concurrency: 3 }, { busy: 2 });
    expect(chooseAccount([far, near], ranked, now)).toMatchObject({
      account: { id: 'b' },
      open: { route: { endpoint: 'near', rank: 1 } },
    });
    const full = sampleLoad({ id: 'b', endpoint: 'near', concurrency: 2 }, { busy: 2 });
    expect(chooseAccount([far, full], ranked, now)).toMatchObject({
      account: { id: 'a' },
      refusals: [{ accountId: 'b', reason: 'busy' }],
    });
  });

  it('chooses the least busy, then the least recently used, then the first by id', () => {
    const loads = [
      sampleLoad({ id: 'd', lastUsedAt: 5 }),
      sampleLoad({ id: 'c', lastUsedAt: 3 }),
      sampleLoad({ id: 'b', lastUsedAt: 3 }),
      sampleLoad({ id: 'a', lastUsedAt: 1 }, { busy: 1 }),
    ];
    expect(chooseAccount(loads, demand, now)).toMatchObject({
      kind: 'chosen',
      account: { id: 'b' },
    });
  });

  it('chooses the less busy one whichever was used last, and one that was never used first', () => {
    const chosen = (...loads: readonly AccountLoad[]) => {
      const choice = chooseAccount(loads, demand, now);
      return choice.kind === 'chosen' ? choice.account.id : choice.kind;
    };
    const idle = sampleLoad({ id: 'z', lastUsedAt: 9 });
    const busy = sampleLoad({ id: 'a', lastUsedAt: 1 }, { busy: 1 });
    expect([chosen(idle, busy), chosen(busy, idle)]).toEqual(['z', 'z']);
    const never = sampleLoad({ id: 'z', lastUsedAt: null });
    const once = sampleLoad({ id: 'a', lastUsedAt: 1 });
    expect([chosen(never, once), chosen(once, never)]).toEqual(['z', 'z']);
    const [a, b] = [sampleLoad({ id: 'a' }), sampleLoad({ id: 'b' })];
    expect([chosen(a, b), chosen(b, a)]).toEqual(['a', 'a']);
  });

  it.each([
    ['credits-stale', null],
    ['credits-reserved', null],
    ['provider-unavailable', now + 1],
    ['cooling', now + 1],
    ['busy', null],
  ] as const)('waits while %s, until %s', (reason, until) => {
    const load = refusedLoads.find(([known]) => known === reason)?.[1] ?? sampleLoad();
    expect(chooseAccount([load], demand, now)).toMatchObject({ kind: 'wait', until });
  });

  it.each([
    'family-not-served',
    'disabled',
    'draining',
    'login-required',
    'exhausted',
    'credits-too-low',
  ] as const)('does not wait for what only an operator ends: %s', (reason) => {
    const load = refusedLoads.find(([known]) => known === reason)?.[1] ?? sampleLoad();
    expect(chooseAccount([load], demand, now).kind).toBe('configuration-needed');
  });

  it('[providers.money.unknown-balance] one whose balance is not known yet accepts work', () => {
    const unknown = sampleLoad({ credits: null, creditsCheckedAt: null });
    expect(chooseAccount([unknown], demand, now).kind).toBe('chosen');
  });

  it('a cooling account is chosen again from the very instant its cooling ends', () => {
    const load = sampleLoad({ condition: 'cooling', coolingUntil: now });
    expect(chooseAccount([load], demand, now).kind).toBe('chosen');
  });

  it('operator-stated and uncounted balances never go stale', () => {
    const old = now + balanceTrustedForMs * 5;
    expect(chooseAccount([sampleLoad({ creditsSource: 'operator' })], demand, old).kind).toBe(
      'chosen',
    );
    expect(chooseAccount([sampleLoad({ credits: null })], demand, old).kind).toBe('chosen');
  });

  it('waits until the earliest refusal that passes with time', () => {
    const loads = [
      sampleLoad({ id: 'a', condition: 'cooling', coolingUntil: 9_000 }),
      sampleLoad({ id: 'b' }, { providerOpenUntil: 5_000 }),
      sampleLoad({ id: 'c', enabled: false }),
    ];
    expect(chooseAccount(loads, demand, now)).toMatchObject({ kind: 'wait', until: 5_000 });
  });

  it('[pool.cooling] does not wait for a cooling while a busy account may become free before', () => {
    const loads = [
      sampleLoad({ id: 'a', condition: 'cooling', coolingUntil: 9_000 }),
      sampleLoad({ id: 'b', concurrency: 2 }, { busy: 2 }),
    ];
    expect(chooseAccount(loads, demand, now)).toMatchObject({ kind: 'wait', until: null });
  });

  it('law: the choice does not depend on the order of the accounts', () => {
    fc.assert(
      fc.property(arbitraryLoads, (loads) => {
        const forwards = chooseAccount(loads, demand, now);
        const backwards = chooseAccount(loads.toReversed(), demand, now);
        expect(backwards.kind).toBe(forwards.kind);
        if (forwards.kind === 'chosen')
          expect(backwards).toMatchObject({ account: { id: forwards.account.id } });
      }),
    );
  });

  it('law: every account is either chosen, able, or refused with a reason', () => {
    fc.assert(
      fc.property(arbitraryLoads, (loads) => {
        const choice = chooseAccount(loads, demand, now);
        const names = new Set(choice.refusals.map(({ accountId }) => accountId));
        expect(names.size).toBe(choice.refusals.length);
        if (choice.kind !== 'chosen') expect(names.size).toBe(loads.length);
        else expect(names.has(choice.account.id)).toBe(false);
      }),
    );
  });
});
