import type { Account } from '../account/account.ts';
import { nothingPaid, paidAfter } from '../account/budget.ts';
import type { AccountProbe, AccountSettings } from '../ports/account-pool.ts';

/** Defaults of a new account: every family, one slot (no provider allows fewer), enabled. */
const defaults = { families: ['*'], enabled: true, concurrency: 1, exclusive: false } as const;

/** Returns a new account of which nothing is known yet. */
export function newAccount(named: Pick<Account, 'id' | 'endpoint' | 'label'>): Account {
  return {
    ...named,
    ...defaults,
    draining: false,
    awaitsTest: false,
    unit: 'credits',
    budget: null,
    paid: nothingPaid,
    condition: 'ready',
    coolingUntil: null,
    credits: null,
    creditsSource: 'upstream',
    creditsCheckedAt: null,
    errorStreak: 0,
    lastError: null,
    lastSuccessAt: null,
    lastUsedAt: null,
    hasSecret: false,
    secretSince: null,
    learned: [],
  };
}

/** Applies an operator's settings to the account; see `AccountPool.edit`. */
export function withSettings(account: Account, settings: AccountSettings, now: number): Account {
  const { label, families, enabled, awaitsTest, concurrency, exclusive, unit } = settings;
  const { budget, credits, sealedSecret } = settings;
  return Object.freeze({
    ...account,
    label: label ?? account.label,
    families: families === undefined ? account.families : Object.freeze([...families]),
    enabled: enabled ?? account.enabled,
    awaitsTest: awaitsTest ?? account.awaitsTest,
    concurrency: concurrency ?? account.concurrency,
    exclusive: exclusive ?? account.exclusive,
    unit: unit ?? account.unit,
    budget: budget === undefined ? account.budget : budget,
    hasSecret: account.hasSecret || sealedSecret !== undefined,
    secretSince: sealedSecret === undefined ? account.secretSince : now,
    learned: sealedSecret === undefined ? account.learned : [],
    lastError: sealedSecret === undefined ? account.lastError : null,
    ...statedCredits(credits, now),
    condition: cleared(account, { login: sealedSecret !== undefined, credits: credits ?? 0 }),
  });
}

/** Applies a probe's result, with the credits that jobs moved meanwhile; see `AccountPool.recordProbe`. */
export function withProbe(
  account: Account,
  look: { readonly probe: AccountProbe; readonly askedAt: number; readonly moved: number },
): Account {
  const { probe, askedAt, moved } = look;
  switch (probe.kind) {
    case 'unreadable':
      // The gateway probes it now: a balance that cannot be read is unknown, and blocks nothing.
      return Object.freeze({
        ...account,
        creditsCheckedAt: account.creditsCheckedAt ?? askedAt,
        lastError: isOut(account.condition) ? account.lastError : (probe.detail ?? null),
      });
    case 'login-required':
      return Object.freeze({
        ...account,
        condition: 'login_required',
        coolingUntil: null,
        lastError: probe.detail ?? null,
      });
    case 'ready': {
      const unsaid = probe.isTest === true ? Number.POSITIVE_INFINITY : 0;
      const condition = cleared(account, { login: true, credits: probe.credits ?? unsaid });
      const credits = probe.credits === null ? null : probe.credits - moved;
      const balance =
        account.creditsSource === 'upstream' ? { credits, creditsCheckedAt: askedAt } : {};
      const learned = probe.isTest === true ? [] : account.learned;
      const { uncounted } = probe;
      const paid =
        uncounted === undefined ? account.paid : paidAfter(account.paid, uncounted, askedAt);
      // A provider that cannot be queried has accepted nothing.
      const awaitsTest = account.awaitsTest && probe.isAssumed === true;
      const lastError = isOut(condition) ? account.lastError : null;
      const changes = { ...balance, paid, condition, lastError, learned, awaitsTest };
      return Object.freeze({ ...account, ...changes });
    }
  }
}

/** True if the last error says why the account gets no work. */
function isOut(condition: Account['condition']): boolean {
  return condition === 'exhausted' || condition === 'login_required';
}

/** The balance as the operator states it; null leaves it unknown until the next probe. */
function statedCredits(credits: number | null | undefined, now: number): Partial<Account> {
  if (credits === undefined) return {};
  if (credits === null) return { credits: null, creditsSource: 'upstream', creditsCheckedAt: null };
  return { credits, creditsSource: 'operator', creditsCheckedAt: now };
}

function cleared(
  { condition }: Account,
  good: { readonly login: boolean; readonly credits: number },
): Account['condition'] {
  if (condition === 'login_required' && good.login) return 'ready';
  if (condition === 'exhausted' && good.credits > 0) return 'ready';
  return condition;
}
