import type { Account, AccountPool, AccountProbe, AccountSettings } from '@filmgate/core';
import { accountDefaults } from './account-defaults.ts';
import { inFlight, loadOf } from './account-load.ts';
import { announceWork } from './announce.ts';
import { frozenCopy } from './freeze.ts';
import type { MemoryState } from './memory-state.ts';
import type { OpenState } from './open-state.ts';
import { contradiction } from './refuse-contradiction.ts';

export function createMemoryAccountPool(open: OpenState): AccountPool {
  return {
    loads: async () => {
      const state = open();
      const byId = [...state.accounts.values()].toSorted(({ account: one }, { account: other }) =>
        one.id < other.id ? -1 : 1,
      );
      return byId.map((stored) => loadOf(state, stored));
    },
    find: async (id) => {
      const state = open();
      const stored = state.accounts.get(id);
      return stored === undefined ? undefined : loadOf(state, stored);
    },
    add: async ({ id, provider, settings, now }) => {
      const state = open();
      if (state.accounts.has(id)) throw contradiction(id, 'the account exists');
      if (labelTaken(state, settings.label, id)) return { kind: 'label-taken' };
      const account = withSettings(blank({ id, provider, label: settings.label }), settings, now);
      state.accounts.set(id, {
        account,
        sealedSecret: settings.sealedSecret,
        probedAt: Number.NEGATIVE_INFINITY,
      });
      wake(state, account, now);
      return { kind: 'added', account };
    },
    edit: async ({ id, settings, now }) => {
      const state = open();
      const stored = state.accounts.get(id);
      if (stored === undefined) return { kind: 'unknown' };
      if (labelTaken(state, settings.label, id)) return { kind: 'label-taken' };
      stored.account = withSettings(stored.account, settings, now);
      stored.sealedSecret = settings.sealedSecret ?? stored.sealedSecret;
      wake(state, stored.account, now);
      return { kind: 'edited', account: stored.account };
    },
    remove: async ({ id }) => {
      const state = open();
      const stored = state.accounts.get(id);
      if (stored === undefined) return { kind: 'unknown' };
      const jobs = inFlight(state, id);
      if (jobs > 0) {
        stored.account = frozenCopy({ ...stored.account, draining: true });
        return { kind: 'draining', inFlight: jobs };
      }
      state.accounts.delete(id);
      return { kind: 'removed' };
    },
    recordProbe: async ({ id, probe, askedAt, now }) => {
      const state = open();
      const stored = state.accounts.get(id);
      if (stored === undefined || askedAt < stored.probedAt) return;
      stored.probedAt = askedAt;
      stored.account = frozenCopy(withProbe(stored.account, probe, askedAt));
      if (probe.kind === 'ready') wake(state, stored.account, now);
    },
    sealedSecret: async (id) => open().accounts.get(id)?.sealedSecret,
  };
}

function blank(named: Pick<Account, 'id' | 'provider' | 'label'>): Account {
  return {
    ...named,
    ...accountDefaults,
    draining: false,
    condition: 'ready',
    coolingUntil: null,
    credits: null,
    creditsSource: 'upstream',
    creditsCheckedAt: null,
    errorStreak: 0,
    lastSuccessAt: null,
    lastUsedAt: null,
    hasSecret: false,
  };
}

function withSettings(account: Account, settings: AccountSettings, now: number): Account {
  const { sealedSecret, credits, ...rest } = settings;
  return frozenCopy({
    ...account,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(sealedSecret === undefined ? {} : { hasSecret: true }),
    ...statedCredits(credits, now),
    condition: cleared(account, { login: sealedSecret !== undefined, credits: credits ?? 0 }),
  });
}

/** The operator's word on the balance; null leaves it unknown until the next probe. */
function statedCredits(credits: number | null | undefined, now: number): Partial<Account> {
  if (credits === undefined) return {};
  if (credits === null) return { credits: null, creditsSource: 'upstream', creditsCheckedAt: null };
  return { credits, creditsSource: 'operator', creditsCheckedAt: now };
}

function withProbe(account: Account, probe: AccountProbe, askedAt: number): Account {
  switch (probe.kind) {
    case 'unreadable':
      return account;
    case 'login-required':
      return { ...account, condition: 'login_required', coolingUntil: null };
    case 'ready': {
      const condition = cleared(account, { login: true, credits: probe.credits ?? 0 });
      if (account.creditsSource === 'operator') return { ...account, condition };
      return { ...account, condition, credits: probe.credits, creditsCheckedAt: askedAt };
    }
  }
}

function cleared(
  { condition }: Account,
  good: { readonly login: boolean; readonly credits: number },
): Account['condition'] {
  if (condition === 'login_required' && good.login) return 'ready';
  if (condition === 'exhausted' && good.credits > 0) return 'ready';
  return condition;
}

function labelTaken(state: MemoryState, label: string | undefined, id: string): boolean {
  return [...state.accounts.values()].some(
    ({ account }) => account.label === label && account.id !== id,
  );
}

/** Makes jobs due that wait for an account like this one. */
function wake(state: MemoryState, account: Account, now: number): void {
  if (!account.enabled || account.draining) return;
  const serves = (family: string) =>
    account.families.includes('*') || account.families.includes(family);
  const waiting = [...state.jobs.values()].filter(
    ({ job }) => job.state === 'awaiting_configuration' && serves(job.request.family),
  );
  for (const entry of waiting) entry.job = frozenCopy({ ...entry.job, dueAt: now });
  if (waiting.length > 0) announceWork(state);
}
