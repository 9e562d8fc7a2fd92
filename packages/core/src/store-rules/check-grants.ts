import type { AccountLoad } from '../account/account.ts';
import { slotsOf } from '../account/model-room.ts';
import { coversReservation, withinBudget } from '../account/credit-room.ts';
import type { JobEffect } from '../job/job-effect.ts';

export interface CheckedPool {
  /** Returns an account's present load; undefined for one that is gone. */
  readonly loadOf: (accountId: string) => AccountLoad | undefined;
  readonly now: number;
}

/** Checks that every slot the effects take and every reservation they open on an account is still available (I10). */
export function checkGrants(
  effects: readonly JobEffect[],
  { loadOf, now }: CheckedPool,
): 'granted' | 'slot-taken' | 'credits-reserved' {
  if (!effects.every((effect) => isSlotFree(effect, loadOf))) return 'slot-taken';
  return effects.every((effect) => isCovered(effect, { loadOf, now }))
    ? 'granted'
    : 'credits-reserved';
}

function isSlotFree(effect: JobEffect, loadOf: CheckedPool['loadOf']): boolean {
  if (effect.kind !== 'slot' || effect.move === 'release') return true;
  const load = loadOf(effect.accountId);
  if (load === undefined) return false;
  const { enabled, draining } = load.account;
  const { within } = effect;
  if (within !== undefined && (load.busyByModel[within.model] ?? 0) >= within.jobs) return false;
  return enabled && !draining && load.busy < slotsOf(load.account);
}

function isCovered(effect: JobEffect, { loadOf, now }: CheckedPool): boolean {
  if (effect.kind !== 'credit' || effect.move !== 'reserve') return true;
  const load = loadOf(effect.accountId);
  if (load === undefined) return true;
  return coversReservation(load, effect.amount) && withinBudget(load, effect.amount, now);
}
