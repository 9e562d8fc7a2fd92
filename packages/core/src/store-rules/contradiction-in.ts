import type { JobEffect, MoneyEffect } from '../job/job-effect.ts';
import type { CreditState, Job, QuotaState } from '../job/job.ts';
import { paidFor, spendOf } from '../job/spend.ts';
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
    next.surface === stored.surface &&
    next.price === stored.price &&
    next.createdAt === stored.createdAt;
  if (!isSame) return 'owner, surface, cost and creation never change';
  if (effects.filter(({ kind }) => kind === 'trail').length > 1) return 'an act has one trail step';
  let standing: Standing = stored;
  for (const effect of effects) {
    const wrong = wrongAmount(effect, { stored, next, standing });
    const after = wrong ?? standingAfter(standing, effect);
    if (typeof after === 'string') return after;
    standing = after;
  }
  return misplaced(standing, next) ?? forgedSpend(stored, next, effects);
}

function standingAfter(standing: Standing, effect: JobEffect): Standing | string {
  switch (effect.kind) {
    case 'quota':
      return moved(standing, 'quota', { ...quotaMoves[effect.move], now: standing.quota });
    case 'credit':
      return moved(standing, 'credit', { ...creditMoves[effect.move], now: standing.credit });
    case 'slot': {
      const takes = effect.move === 'take';
      if (standing.holdsSlot === takes) return `slot: ${effect.move} twice`;
      return { ...standing, holdsSlot: takes };
    }
    case 'penalise':
    case 'learn':
    case 'account-succeeded':
    case 'account-erred':
    case 'endpoint':
    case 'trail':
      return standing;
  }
}

interface Changing {
  readonly stored: Job;
  readonly next: Job;
  /** As the effects before this one leave it. */
  readonly standing: Standing;
}

/** Why an effect may not move what it says it moves; null when it may, or moves nothing. */
function wrongAmount(effect: JobEffect, changing: Changing): string | null {
  if (effect.kind !== 'quota' && effect.kind !== 'credit') return null;
  const { amount, unit } = due(effect, changing);
  if (effect.amount === amount && (effect.kind === 'quota' || effect.unit === unit)) return null;
  return `${effect.kind}: ${effect.move} of ${effect.amount} instead of ${amount} ${unit}`;
}

/** What a movement is about: a try is closed as it was opened, and only what was taken can differ from the estimate. */
function due(effect: MoneyEffect, { stored, next, standing }: Changing) {
  if (effect.kind === 'quota') return { amount: stored.price, unit: 'credits' };
  const isStored = effect.move === 'refund' || effect.move === 'hold' || effect.move === 'return';
  const { unit, estimate } = spendOf(isStored && standing.credit === stored.credit ? stored : next);
  switch (effect.move) {
    case 'reserve':
    case 'hold':
    case 'refund':
      return { unit, amount: estimate };
    case 'settle':
      return { unit, amount: paidFor(next) };
    case 'correct':
      return { unit, amount: paidFor(next) - paidFor(stored) };
    case 'return':
      return { unit, amount: paidFor(stored) };
  }
}

/** The opening of an attempt states its cost; later effects may state only what was charged of it. */
function forgedSpend(stored: Job, next: Job, effects: readonly JobEffect[]): string | null {
  const moves = (...names: readonly string[]) =>
    effects.some((effect) => effect.kind === 'credit' && names.includes(effect.move));
  const [was, is] = [spendOf(stored), spendOf(next)];
  if (moves('reserve')) return null;
  if (was.unit !== is.unit || was.estimate !== is.estimate || was.charges !== is.charges)
    return 'the cost of an attempt never changes';
  if (was.actual === is.actual || moves('settle', 'correct')) return null;
  return 'the amount charged never changes without a movement';
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
  if (next.holdsSlot !== holdsSlot) return `the slot is held: ${holdsSlot}`;
  const isForgotten = credit === 'released' && next.credit === 'none' && next.accountId === null;
  if (next.credit === credit || isForgotten) return null;
  return `credit is ${credit}, not ${next.credit}`;
}
