import type { JobEffect } from '../job/job-effect.ts';
import type { CreditState, Job, QuotaState } from '../job/job.ts';
import { creditMoves, quotaMoves } from './money-moves.ts';

/** Where a job's money and slot stand. */
type Standing = Pick<Job, 'quota' | 'credit' | 'holdsSlot'>;

/**
 * What contradicts the stored job in a change of it, as words for a fault; null when the change fits: it is the next version of the
 * same job, its effects lead from where its money and slot stand to where those of the next one do, and move what it costs (I4).
 */
export function contradictionIn(
  stored: Job,
  next: Job,
  effects: readonly JobEffect[],
): string | null {
  if (next.id !== stored.id || next.version !== stored.version + 1)
    return `it would become ${next.id} in version ${next.version}`;
  const isSame =
    next.owner === stored.owner &&
    next.origin === stored.origin &&
    next.cost === stored.cost &&
    next.createdAt === stored.createdAt;
  if (!isSame) return 'owner, origin, cost and creation never change';
  let standing: Standing = stored;
  for (const effect of effects) {
    const after = standingAfter(standing, effect, stored);
    if (typeof after === 'string') return after;
    standing = after;
  }
  return misplaced(standing, next);
}

function standingAfter(standing: Standing, effect: JobEffect, { cost }: Job): Standing | string {
  switch (effect.kind) {
    case 'quota':
    case 'credit':
      if (effect.amount !== cost)
        return `${effect.kind}: ${effect.move} of ${effect.amount}, where it costs ${cost}`;
      return effect.kind === 'quota'
        ? moved(standing, 'quota', { ...quotaMoves[effect.move], now: standing.quota })
        : moved(standing, 'credit', { ...creditMoves[effect.move], now: standing.credit });
    case 'slot': {
      const takes = effect.move === 'take';
      if (standing.holdsSlot === takes) return `slot: ${effect.move} twice`;
      return { ...standing, holdsSlot: takes };
    }
    case 'penalise':
    case 'account-succeeded':
    case 'account-erred':
    case 'provider':
    case 'trail':
      return standing;
  }
}

function moved<State extends QuotaState | CreditState>(
  standing: Standing,
  ledger: 'quota' | 'credit',
  { from, to, now }: { readonly from: readonly State[]; readonly to: State; readonly now: State },
): Standing | string {
  return from.includes(now)
    ? { ...standing, [ledger]: to }
    : `${ledger}: ${now} cannot become ${to}`;
}

/** Once refunded, a try without an account any more may also be said to have no credit at all. */
function misplaced({ quota, credit, holdsSlot }: Standing, next: Job): string | null {
  if (next.quota !== quota) return `quota is ${quota}, not ${next.quota}`;
  if (next.holdsSlot !== holdsSlot) return `a slot is held: ${holdsSlot}`;
  const isForgotten = credit === 'refunded' && next.credit === 'none' && next.accountId === null;
  if (next.credit === credit || isForgotten) return null;
  return `credit is ${credit}, not ${next.credit}`;
}
