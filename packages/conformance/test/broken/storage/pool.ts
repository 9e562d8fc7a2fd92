import type { AccountPool, StorageBundle } from '@filmgate/core';
import { replacing } from './breaking.ts';

/** The bundle with a different pool. */
export function pool(
  change: (accounts: AccountPool, inner: StorageBundle) => Partial<AccountPool>,
) {
  return replacing('accounts', (inner) => change(inner.accounts, inner));
}
