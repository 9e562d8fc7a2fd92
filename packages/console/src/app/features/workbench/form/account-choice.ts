import type { Account } from '../../../api/responses.ts';
import { freeSlots, openFor } from './free-slots.ts';

/** An account of the pool, available or with the reason it is not. */
export type AccountChoice =
  | {
      readonly kind: 'open';
      readonly account: Account;
      readonly free: number;
      readonly total: number;
    }
  | { readonly kind: 'other-family'; readonly account: Account }
  | { readonly kind: 'resting'; readonly account: Account; readonly state: RestingState };

export type RestingState = Exclude<Account['state'], 'ready' | 'busy'>;

/** Every account, with its availability for a family. */
export function accountChoices(
  accounts: readonly Account[],
  family: string,
): readonly AccountChoice[] {
  return accounts.map((account) => choiceOf(account, family));
}

function choiceOf(account: Account, family: string): AccountChoice {
  const { state } = account;
  if (openFor(account, family) === undefined) return { kind: 'other-family', account };
  if (state !== 'ready' && state !== 'busy') return { kind: 'resting', account, state };
  return { kind: 'open', account, ...freeSlots([account], family) };
}
