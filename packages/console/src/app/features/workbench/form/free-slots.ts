import type { Account } from '../../../api/responses.ts';

export interface FreeSlots {
  readonly free: number;
  readonly total: number;
}

/** Free slots of an account for a family; undefined where it cannot make the family. */
export function openFor({ makes }: Pick<Account, 'makes'>, family: string): number | undefined {
  return makes.find((one) => one.family === family)?.free;
}

/** Free slots of accounts that make a family and accept jobs now or after one of their running jobs ends. */
export function freeSlots(accounts: readonly Account[], family: string): FreeSlots {
  const serving = accounts.filter(
    (account) =>
      (account.state === 'ready' || account.state === 'busy') &&
      openFor(account, family) !== undefined,
  );
  return {
    total: serving.reduce((sum, { concurrency }) => sum + concurrency, 0),
    free: serving.reduce((sum, account) => sum + (openFor(account, family) ?? 0), 0),
  };
}
