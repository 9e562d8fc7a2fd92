import type { AccountLoad } from '../account/account.ts';
import { coversReservation } from '../account/credit-room.ts';
import type { JobEffect } from '../job/job-effect.ts';

/**
 * Whether every slot the effects take and every reservation they open on an account is still to be had (I10). `loadOf` gives an
 * account as it stands, undefined for one that is gone.
 */
export function judgeGrants(
  effects: readonly JobEffect[],
  loadOf: (accountId: string) => AccountLoad | undefined,
): 'granted' | 'slot-taken' | 'credits-reserved' {
  if (!effects.every((effect) => isSlotFree(effect, loadOf))) return 'slot-taken';
  return effects.every((effect) => isCovered(effect, loadOf)) ? 'granted' : 'credits-reserved';
}

function isSlotFree(effect: JobEffect, loadOf: Parameters<typeof judgeGrants>[1]): boolean {
  if (effect.kind !== 'slot' || effect.move === 'release') return true;
  const load = loadOf(effect.accountId);
  if (load === undefined) return false;
  const { enabled, draining, concurrency } = load.account;
  return enabled && !draining && load.busy < concurrency;
}

function isCovered(effect: JobEffect, loadOf: Parameters<typeof judgeGrants>[1]): boolean {
  if (effect.kind !== 'credit' || effect.move !== 'reserve') return true;
  const load = loadOf(effect.accountId);
  return load === undefined || coversReservation(load, effect.amount);
}
