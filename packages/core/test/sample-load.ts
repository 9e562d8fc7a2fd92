import type { Account, AccountLoad } from '../src/account/account.ts';
import { nothingPaid } from '../src/account/budget.ts';

/** A ready account with room and credits, with the test's changes. */
export function sampleLoad(
  changes: Partial<Account> = {},
  load: Partial<Omit<AccountLoad, 'account'>> = {},
): AccountLoad {
  const account: Account = {
    id: 'a',
    label: 'A',
    endpoint: 'mock',
    families: ['*'],
    enabled: true,
    draining: false,
    awaitsTest: false,
    unit: 'credits',
    budget: null,
    paid: nothingPaid,
    concurrency: 2,
    condition: 'ready',
    coolingUntil: null,
    credits: 100,
    creditsSource: 'upstream',
    creditsCheckedAt: 0,
    errorStreak: 0,
    lastError: null,
    lastSuccessAt: null,
    lastUsedAt: null,
    hasSecret: true,
    secretSince: 0,
    exclusive: false,
    learned: [],
    ...changes,
  };
  return {
    account,
    busy: 0,
    busyByModel: {},
    busyUnknown: 0,
    reservedCredits: 0,
    heldCredits: 0,
    takenCredits: 0,
    movedCredits: 0,
    providerOpenUntil: null,
    ...load,
  };
}
