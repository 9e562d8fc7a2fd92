import type { Account } from '@filmgate/core';

/** An account with what only the store keeps of it. */
export interface AccountEntry {
  readonly account: Account;
  readonly sealedSecret: string | null;
  /** When the newest look at the upstream that was noted had been asked. */
  readonly probedAt: number | null;
  /**
   * Credits that jobs took off the balance less those they gave back, since the store was opened. Not saved: it is compared
   * with itself only while a look at the upstream is on its way, and that ends with the process.
   */
  readonly movedCredits: number;
}
