import type { AccountLoad } from './account.ts';
import { coolsUntil, unavailableUntil } from './pauses.ts';

/** Families some account could start a job of right now (`*` = every family): what the runner asks the queue for. */
export function freeFamilies(loads: readonly AccountLoad[], now: number): readonly string[] {
  const families = new Set<string>();
  for (const load of loads) {
    const { account, busy } = load;
    const open =
      account.enabled &&
      !account.draining &&
      busy < account.concurrency &&
      unavailableUntil(load, now) === null &&
      (account.condition === 'ready' ||
        (account.condition === 'cooling' && coolsUntil(account, now) === null));
    if (open) for (const family of account.families) families.add(family);
  }
  return families.has('*') ? ['*'] : [...families];
}
