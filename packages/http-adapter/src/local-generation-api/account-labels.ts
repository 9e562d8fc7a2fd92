import type { AccountPool, Job } from '@filmgate/core';

/** What accounts are called, for showing which one took a job. */
export interface AccountLabels {
  /** Reads every label again. */
  refresh(): Promise<void>;
  /** As it was read last; null while the job has no account, undefined when nothing is known of it. */
  of(job: Job): string | null | undefined;
}

export function createAccountLabels(accounts: Pick<AccountPool, 'loads'>): AccountLabels {
  let known: ReadonlyMap<string, string> = new Map();
  return {
    async refresh() {
      const loads = await accounts.loads();
      known = new Map(loads.map(({ account }) => [account.id, account.label]));
    },
    of: ({ accountId }) => (accountId === null ? null : known.get(accountId)),
  };
}
