import type { Account } from '@filmgate/core';

/** An account with what only the store keeps of it. */
export interface AccountEntry {
  readonly account: Account;
  readonly sealedSecret: string | null;
  /** When the newest look at the upstream that was noted had been asked. */
  readonly probedAt: number | null;
}
