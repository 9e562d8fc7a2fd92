import type { JobEffect, MoneyEffect } from '../job/job-effect.ts';
import type { CreditState, Job, QuotaState } from '../job/job.ts';
import { paidFor, spendOf } from '../job/spend.ts';
import { creditMoves, quotaMoves } from './money-moves.ts';

/** State of a job's money and slot. */
type MoneyState = Pick<Job, 'quota' | 'credit' | 'holdsSlot'>;

/**
 * Returns what contradicts the stored job in a change, as words for a fault, or null: a change is the next version of
 * the same job, with effects that lead from its money and slot to those of the next state and move its cost (I4).
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
  let state: MoneyState = stored;
  for (const effect of effects) {
    const wrong = wrongAmount(effect, { stored, next, state });
    const after = wrong ?? stateAfter(state, effect);
    if (typeof after === 'string') return after;
    state = after;
  }
  return misplaced(state, next) ?? forgedSpend(stored, next, effects);
}

function stateAfter(state: MoneyState, effect: JobEffect): MoneyState | string {
  switch (effect.kind) {
    case 'quota':
      return moved(state, 'quota', { ...quotaMoves[effect.move], now: state.quota });
    case 'credit':
      return moved(state, 'credit', { ...creditMoves[effect.move], now: state.credit });
    case 'slot': {
      const takes = effect.move === 'take';
      if (state.holdsSlot === takes) return `slot: ${effect.move} twice`;
      return { ...state, holdsSlot: takes };
    }
    case 'penalise':
    case 'learn':
    case 'account-succeeded':
    case 'account-erred':
    case 'endpoint':
    case 'trail':
      return state;
  }
}

interface Changing {
  readonly stored: Job;
  readonly next: Job;
  /** State left by the effects before this one. */
  readonly state: MoneyState;
}

/** Returns why an effect may not move the amount it states; null when it may, or moves nothing. */
function wrongAmount(effect: JobEffect, changing: Changing): string | null {
  if (effect.kind !== 'quota' && effect.kind !== 'credit') return null;
  const { amount, unit } = due(effect, changing);
  if (effect.amount === amount && (effect.kind === 'quota' || effect.unit === unit)) return null;
  return `${effect.kind}: ${effect.move} of ${effect.amount} instead of ${amount} ${unit}`;
}

/** Returns the amount due in a movement: a try closes as it was opened; only a charge may differ from the estimate. */
function due(effect: MoneyEffect, { stored, next, state }: Changing) {
  if (effect.kind === 'quota') return { amount: stored.price, unit: 'credits' };
  const isStored = effect.move === 'refund' || effect.move === 'hold' || effect.move === 'return';
  const { unit, estimate } = spendOf(isStored && state.credit === stored.credit ? stored : next);
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

/** The opening of an attempt states its cost; later effects may state only the charge for it. */
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
  state: MoneyState,
  ledger: 'quota' | 'credit',
  { from, to, now }: { readonly from: readonly State[]; readonly to: State; readonly now: State },
): MoneyState | string {
  return from.includes(now) ? { ...state, [ledger]: to } : `${ledger}: ${now} cannot become ${to}`;
}

/** A released try that has no account any more may also be recorded as having no credit at all. */
function misplaced({ quota, credit, holdsSlot }: MoneyState, next: Job): string | null {
  if (next.quota !== quota) return `quota is ${quota}, not ${next.quota}`;
  if (next.holdsSlot !== holdsSlot) return `the slot is held: ${holdsSlot}`;
  const isForgotten = credit === 'released' && next.credit === 'none' && next.accountId === null;
  if (next.credit === credit || isForgotten) return null;
  return `credit is ${credit}, not ${next.credit}`;
}
