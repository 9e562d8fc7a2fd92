import type { Account } from '../../../api/responses.ts';

export interface FreeSlots {
  readonly free: number;
  readonly total: number;
}

/** Slots that serve a family: of accounts that take work, or will as soon as one of theirs ends. */
export function freeSlots(accounts: readonly Account[], family: string): FreeSlots {
  const serving = accounts.filter(
    ({ state, families }) =>
      (state === 'ready' || state === 'busy') &&
      (families.includes('*') || families.includes(family)),
  );
  return {
    total: serving.reduce((sum, { concurrency }) => sum + concurrency, 0),
    free: serving.reduce((sum, { concurrency, busy }) => sum + Math.max(0, concurrency - busy), 0),
  };
}
