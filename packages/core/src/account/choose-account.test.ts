import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { demandFor, sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { AccountLoad } from './account.ts';
import type { AccountRefusalReason } from './account-readiness.ts';
import { balanceTrustedForMs } from './account-readiness.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { chooseAccount, chooseForJob } from './choose-account.ts';
import { freeFamilies } from './free-families.ts';
import { poolCapacity } from './pool-capacity.ts';

const now = 1_000;
const demand = { ...demandFor('vidA', 10), excluded: [] as readonly string[] };

const refused: readonly (readonly [AccountRefusalReason, AccountLoad])[] = [
  ['family-not-served', sampleLoad({ families: ['vidB'] })],
  ['disabled', sampleLoad({ enabled: false })],
  ['draining', sampleLoad({ draining: true })],
  ['login-required', sampleLoad({ condition: 'login_required' })],
  ['untested', sampleLoad({ awaitsTest: true })],
  ['exhausted', sampleLoad({ condition: 'exhausted' })],
  ['credits-too-low', sampleLoad({ credits: 9 })],
  ['credits-stale', sampleLoad({ creditsCheckedAt: now - balanceTrustedForMs - 1 })],
  ['credits-reserved', sampleLoad({ credits: 30 }, { reservedCredits: 11, heldCredits: 10 })],
  ['provider-unavailable', sampleLoad({}, { providerOpenUntil: now + 1 })],
  ['cooling', sampleLoad({ condition: 'cooling', coolingUntil: now + 1 })],
  ['busy', sampleLoad({ concurrency: 2 }, { busy: 2 })],
];

describe('chooseAccount', () => {
  it.each(refused)('gives %s as the reason', (reason, load) => {
    const choice = chooseAccount([load], demand, now);
    expect(choice).toMatchObject({ refusals: [{ accountId: 'a', reason }] });
    expect(choice.kind).not.toBe('chosen');
  });

  it('says of a place that cannot do what is asked what that is, where the account is asked at all', () => {
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

  it('[providers.port.rank] takes a route of the first rank, however busy the account', () => {
    const ranks: { readonly [provider: string]: number } = { near: 1, far: 2 };
    const ranked = {
      ...demand,
      routesOf: ({ provider }: { readonly provider: string }) =>
        ({
          kind: 'eligible',
          routes: [{ route: { provider, model: 'm', rank: ranks[provider] ?? 3 }, size: null }],
        }) as const,
    };
    const far = sampleLoad({ id: 'a', provider: 'far' });
    const near = sampleLoad({ id: 'b', provider: 'near', concurrency: 3 }, { busy: 2 });
    expect(chooseAccount([far, near], ranked, now)).toMatchObject({
      account: { id: 'b' },
      open: { route: { provider: 'near', rank: 1 } },
    });
    const full = sampleLoad({ id: 'b', provider: 'near', concurrency: 2 }, { busy: 2 });
    expect(chooseAccount([far, full], ranked, now)).toMatchObject({
      account: { id: 'a' },
      refusals: [{ accountId: 'b', reason: 'busy' }],
    });
  });

  it('takes the least busy, then the least recently used, then the first by id', () => {
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

  it('takes the less busy one whichever was used last, and one that was never used first', () => {
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
    const load = refused.find(([known]) => known === reason)?.[1] ?? sampleLoad();
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
    const load = refused.find(([known]) => known === reason)?.[1] ?? sampleLoad();
    expect(chooseAccount([load], demand, now).kind).toBe('configuration-needed');
  });

  it('[providers.money.unknown-balance] one whose balance is not known yet takes work', () => {
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

  it('waits until the earliest refusal that passes by itself', () => {
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

  const arbitraryLoads = fc
    .array(
      fc
        .tuple(
          fc.constantFrom(...refused.map(([, load]) => load), sampleLoad()),
          fc.nat(3),
          fc.option(fc.nat(9)),
        )
        .map(([load, busy, lastUsedAt]) => ({
          ...load,
          busy: Math.max(busy, load.busy),
          account: { ...load.account, lastUsedAt },
        })),
      { maxLength: 6 },
    )
    .map((loads) =>
      loads.map((load, index) => ({ ...load, account: { ...load.account, id: `a${index}` } })),
    );

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

  describe('for a job that was refused', () => {
    const job = { ...sampleJob('queued'), cost: 10, refusedBy: ['a'] };
    const ready = sampleLoad({ id: 'a' });

    it('[pool.refused-before] another account goes first, and is waited for', () => {
      const other = sampleLoad({ id: 'b', lastUsedAt: 9 }, { busy: 1 });
      expect(chooseForJob(job, { loads: [ready, other], book: sampleBook }, now)).toMatchObject({
        account: { id: 'b' },
      });
      const busy = sampleLoad({ id: 'b' }, { busy: 2 });
      expect(chooseForJob(job, { loads: [ready, busy], book: sampleBook }, now)).toMatchObject({
        kind: 'wait',
        refusals: [{ reason: 'already-refused' }, { reason: 'busy' }],
      });
    });

    it('[pool.refused-before] where no other will ever take it, the same account is asked again once it is put right', () => {
      const leaving = sampleLoad({ id: 'b', draining: true });
      expect(chooseForJob(job, { loads: [ready, leaving], book: sampleBook }, now)).toMatchObject({
        account: { id: 'a' },
      });
      const loginLost = sampleLoad({ id: 'a', condition: 'login_required' });
      expect(chooseForJob(job, { loads: [loginLost], book: sampleBook }, now)).toEqual({
        kind: 'configuration-needed',
        refusals: [{ accountId: 'a', reason: 'login-required' }],
      });
    });

    it('accounts are asked once more only where some refused it: each asking costs a look at every route', () => {
      const disabled = [sampleLoad({ enabled: false })];
      const asked = (refusedBy: readonly string[]) => {
        const routesOf = vi.fn(sampleBook.routesOf.bind(sampleBook));
        const book = {
          families: sampleBook.families,
          familiesOf: () => sampleBook.families,
          serves: () => true,
          modelsFor: () => [],
          chargingAt: () => undefined,
          routesOf,
        };
        chooseForJob({ ...job, refusedBy }, { loads: disabled, book }, now);
        return routesOf.mock.calls.length;
      };
      expect([asked([]), asked(['gone'])]).toEqual([1, 2]);
    });

    it('[pool.untested] law: an account that awaits its test is chosen for no job, and nothing is free there', () => {
      fc.assert(
        fc.property(arbitraryLoads, fc.subarray(['a0', 'a1', 'a2']), (loads, untested) => {
          const pool = loads.map((load) => ({
            ...load,
            account: { ...load.account, awaitsTest: untested.includes(load.account.id) },
          }));
          const others = pool.filter(({ account }) => !account.awaitsTest);
          const chosenIn = (some: typeof pool) => {
            const choice = chooseForJob(job, { loads: some, book: sampleBook }, now);
            return choice.kind === 'chosen' ? choice.account.id : null;
          };
          expect(chosenIn(pool)).toBe(chosenIn(others));
          expect(freeFamilies(pool, sampleBook, now)).toEqual(
            freeFamilies(others, sampleBook, now),
          );
          const { slots } = poolCapacity(pool, sampleBook, now);
          expect(slots.free).toBe(poolCapacity(others, sampleBook, now).slots.free);
        }),
      );
    });

    it('[pool.refused-before] law: a job waits for an operator only where no account would take it, had none refused it', () => {
      fc.assert(
        fc.property(arbitraryLoads, fc.subarray(['a0', 'a1', 'a2']), (loads, refusedBy) => {
          const choice = chooseForJob({ ...job, refusedBy }, { loads, book: sampleBook }, now);
          const fresh = chooseForJob({ ...job, refusedBy: [] }, { loads, book: sampleBook }, now);
          expect(choice.kind === 'configuration-needed').toBe(
            fresh.kind === 'configuration-needed',
          );
        }),
      );
    });
  });
});
