import type { AccountLoad } from './account.ts';

/** Families some account could start a job of right now (`*` = every family): what the runner asks the queue for. */
export function freeFamilies(loads: readonly AccountLoad[], now: number): readonly string[] {
  const families = new Set<string>();
  for (const { account, busy, providerOpenUntil } of loads) {
    const open =
      account.enabled &&
      !account.draining &&
      busy < account.concurrency &&
      (providerOpenUntil ?? 0) <= now &&
      (account.condition === 'ready' ||
        (account.condition === 'cooling' && (account.coolingUntil ?? 0) <= now));
    if (open) for (const family of account.families) families.add(family);
  }
  return families.has('*') ? ['*'] : [...families];
}
