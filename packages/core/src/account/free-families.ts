import type { AccountLoad } from './account.ts';
import { coolsUntil, unavailableUntil } from './pauses.ts';
import { maySendProbeJob, modelRoom, slotsOf } from './model-room.ts';
import type { Router } from './router.ts';

/** Families some account could start a job of right now (`*` = every family): the runner asks the queue for these. */
export function freeFamilies(
  loads: readonly AccountLoad[],
  book: Pick<Router, 'families' | 'modelsFor'>,
  now: number,
): readonly string[] {
  const open = loads.filter((load) => isOpen(load, now));
  const offered = book.families;
  const served = offered.filter((family) =>
    open.some((load) => {
      const models = book.modelsFor(load.account, family);
      const makings = models.map((model) => ({ family, model }));
      return makings.length > 0 && modelRoom(load, makings, now) > 0;
    }),
  );
  // No account can make videos of a family that is no longer on offer: its jobs wait for an operator, after a runner
  // has checked them. checks them.
  return served.length === offered.length ? ['*'] : served;
}

function isOpen(load: AccountLoad, now: number): boolean {
  const { account, busy } = load;
  return (
    account.enabled &&
    !account.draining &&
    !account.awaitsTest &&
    busy < slotsOf(account) &&
    unavailableUntil(load, now) === null &&
    (account.condition === 'ready' ||
      maySendProbeJob(load, now) ||
      (account.condition === 'cooling' && coolsUntil(account, now) === null))
  );
}
