import type { CreditState, Job, JobEffect, QuotaState } from '@filmgate/core';
import { contradiction } from '../faults/contradiction.ts';

type QuotaMove = Extract<JobEffect, { kind: 'quota' }>['move'];
type CreditMove = Extract<JobEffect, { kind: 'credit' }>['move'];

/** Where a move of money may start and where it ends. */
interface Move<State> {
  readonly from: readonly State[];
  readonly to: State;
}

const quotaMoves: { readonly [M in QuotaMove]: Move<QuotaState> } = {
  hold: { from: ['reserved'], to: 'held' },
  settle: { from: ['reserved', 'held'], to: 'settled' },
  refund: { from: ['reserved', 'held'], to: 'refunded' },
};

/** A refunded try may be followed by another one. */
const creditMoves: { readonly [M in CreditMove]: Move<CreditState> } = {
  reserve: { from: ['none', 'refunded'], to: 'reserved' },
  hold: { from: ['reserved'], to: 'held' },
  settle: { from: ['reserved', 'held'], to: 'settled' },
  refund: { from: ['reserved', 'held'], to: 'refunded' },
  return: { from: ['settled'], to: 'returned' },
};

/** Throws when the effects do not lead from where the stored job's money and slot stand to where the next one's do (I4). */
export function checkEffects(stored: Job, next: Job, effects: readonly JobEffect[]): void {
  let { quota, credit, holdsSlot } = stored;
  for (const effect of effects) {
    if (effect.kind === 'quota') quota = moved(stored, quota, quotaMoves[effect.move]);
    if (effect.kind === 'credit') credit = moved(stored, credit, creditMoves[effect.move]);
    if (effect.kind === 'slot') {
      const takes = effect.move === 'take';
      if (holdsSlot === takes)
        throw contradiction(`job ${stored.id}`, `slot: ${effect.move} twice`);
      holdsSlot = takes;
    }
  }
  if (next.quota !== quota)
    throw contradiction(`job ${stored.id}`, `quota is ${quota}, not ${next.quota}`);
  if (next.holdsSlot !== holdsSlot)
    throw contradiction(`job ${stored.id}`, `a slot is held: ${holdsSlot}`);
  if (next.credit !== credit && !isForgotten(credit, next)) {
    throw contradiction(`job ${stored.id}`, `credit is ${credit}, not ${next.credit}`);
  }
}

/** Once refunded, a try without an account any more may also be said to have no credit at all. */
function isForgotten(credit: CreditState, next: Job): boolean {
  return credit === 'refunded' && next.credit === 'none' && next.accountId === null;
}

function moved<State extends string>(stored: Job, now: State, move: Move<State>): State {
  if (move.from.includes(now)) return move.to;
  throw contradiction(`job ${stored.id}`, `${now} cannot become ${move.to}`);
}
