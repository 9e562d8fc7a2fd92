import type { CommitInput, CommitOutcome, StorageBundle } from '@filmgate/core';

/** Grants a slot the inner store refused, by changing the account for a moment. */
export async function grantAnyway(
  inner: StorageBundle,
  input: CommitInput,
  change: { readonly enabled?: boolean; readonly concurrency?: number },
): Promise<CommitOutcome> {
  const take = input.effects.find((effect) => effect.kind === 'slot');
  const account =
    take === undefined ? undefined : (await inner.accounts.find(take.accountId))?.account;
  if (account === undefined || account.draining) return { kind: 'slot-taken' };
  const { id, enabled, concurrency } = account;
  await inner.accounts.edit({ id, settings: change, now: input.now });
  const outcome = await inner.jobs.commit(input);
  await inner.accounts.edit({ id, settings: { enabled, concurrency }, now: input.now });
  return outcome;
}

/** The account whose slot the decision takes. */
export function accountTaken({ effects }: CommitInput): string | undefined {
  const take = effects.find((effect) => effect.kind === 'slot');
  return take?.move === 'take' ? take.accountId : undefined;
}

/** True when every slot of the account is taken. */
export async function full({ accounts }: StorageBundle, id: string): Promise<boolean> {
  const load = await accounts.find(id);
  return load !== undefined && load.busy >= load.account.concurrency;
}
