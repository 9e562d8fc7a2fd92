import type { Account, AccountProbe, AccountSettings } from '@filmgate/core';
import { accountDefaults } from './account-defaults.ts';
import { frozenCopy } from './freeze.ts';

/** An account of which nothing but its names is known. */
export function blankAccount(named: Pick<Account, 'id' | 'provider' | 'label'>): Account {
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

/** The account after an operator's word; absent fields stay. */
export function withSettings(account: Account, settings: AccountSettings, now: number): Account {
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

/** The account after a look at the upstream, while which jobs moved some of its credits. */
export function withProbe(
  account: Account,
  look: { readonly probe: AccountProbe; readonly askedAt: number; readonly moved: number },
): Account {
  const { probe, askedAt, moved } = look;
  switch (probe.kind) {
    case 'unreadable':
      return account;
    case 'login-required':
      return { ...account, condition: 'login_required', coolingUntil: null };
    case 'ready': {
      const condition = cleared(account, { login: true, credits: probe.credits ?? 0 });
      if (account.creditsSource === 'operator') return { ...account, condition };
      const credits = probe.credits === null ? null : probe.credits - moved;
      return { ...account, condition, credits, creditsCheckedAt: askedAt };
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
