import { describe, expect, it } from 'vitest';
import type { AccountProbe } from '../ports/account-pool.ts';
import type { Account } from '../account/account.ts';
import { newAccount, withProbe, withSettings } from './account-settings.ts';

const failed: Account = {
  ...newAccount({ id: 'a', endpoint: 'p', label: 'a' }),
  lastError: 'earlier',
};
const probed = (account: Account, probe: AccountProbe): Account =>
  withProbe(account, { probe, askedAt: 5, moved: 0 });

describe('[admin.accounts.last-error] the last error of an account', () => {
  it('is null at first, and is what the last failed probe reported', () => {
    expect(newAccount(failed).lastError).toBeNull();
    const refused = probed(failed, { kind: 'login-required', detail: '401, 1002: no' });
    expect(refused).toMatchObject({ condition: 'login_required', lastError: '401, 1002: no' });
    expect(probed(failed, { kind: 'login-required' }).lastError).toBeNull();
    const away = probed(failed, { kind: 'unreadable', detail: 'cannot reach host' });
    expect(away).toMatchObject({ creditsCheckedAt: 5, lastError: 'cannot reach host' });
    expect(probed(failed, { kind: 'unreadable' }).lastError).toBeNull();
  });

  it.each(['login_required', 'exhausted'] as const)(
    'still explains %s when the provider cannot be read',
    (condition) => {
      const away = { kind: 'unreadable', detail: 'cannot reach host' } as const;
      expect(probed({ ...failed, condition }, away).lastError).toBe('earlier');
    },
  );

  it('ends with a ready probe, unless the account stays exhausted, and with another secret', () => {
    const ready = { kind: 'ready', credits: null } as const;
    expect(probed(failed, ready).lastError).toBeNull();
    expect(probed({ ...failed, condition: 'login_required' }, ready).lastError).toBeNull();
    expect(probed({ ...failed, condition: 'exhausted' }, ready).lastError).toBe('earlier');
    expect(withSettings(failed, { enabled: true }, 6).lastError).toBe('earlier');
    expect(withSettings(failed, { sealedSecret: 'new' }, 6).lastError).toBeNull();
  });
});
