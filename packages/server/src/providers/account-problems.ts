import type { Account, AccountLoad } from '@filmgate/core';
import { keyLabel, keyName, keyVariable } from './operator-accounts.ts';

/**
 * Returns a sentence for each enabled account that its provider refuses, that has no credits, or that could not be
 * read: with the endpoint, the variable of its key, and the provider's words.
 *
 * @param endpointKeys - secrets of `FILMGATE_KEY_<PLACE>`, by the endpoint as written in the variable
 */
export function accountProblems(
  loads: readonly Pick<AccountLoad, 'account'>[],
  endpointKeys: ReadonlyMap<string, string>,
): readonly string[] {
  return loads
    .filter(({ account }) => account.enabled && account.hasSecret)
    .flatMap(({ account }) => problemOf(account, keyOf(account, endpointKeys)) ?? []);
}

function problemOf(account: Account, key: string): string | undefined {
  const { condition, credits, endpoint, lastError } = account;
  const words = lastError === null ? '' : ` (${lastError})`;
  if (condition === 'login_required') return `${endpoint} refused ${key}${words}.`;
  if (condition === 'exhausted' || (credits !== null && credits <= 0))
    return `${endpoint} has no credits for ${key}${words}.`;
  if (lastError === null) return undefined;
  return `${endpoint} could not be checked with ${key}: ${lastError}.`;
}

function keyOf({ label, endpoint }: Account, endpointKeys: ReadonlyMap<string, string>): string {
  const isOfVariable = label === keyLabel(endpoint) && endpointKeys.has(keyName(endpoint));
  return isOfVariable ? `the key in ${keyVariable(endpoint)}` : `the key of the account ${label}`;
}
