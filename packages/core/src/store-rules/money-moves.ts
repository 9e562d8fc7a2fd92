import type { CreditMove, QuotaMove } from '../job/job-effect.ts';
import type { CreditState, QuotaState } from '../job/job.ts';

/** States in which a move of money may start, and its end state. */
export interface MoneyMoveRule<State> {
  readonly from: readonly State[];
  readonly to: State;
}

/** Moves of the owner's money for a job (I4). */
export const quotaMoves: { readonly [M in QuotaMove]: MoneyMoveRule<QuotaState> } = {
  hold: { from: ['reserved'], to: 'held' },
  settle: { from: ['reserved', 'held'], to: 'settled' },
  refund: { from: ['reserved', 'held'], to: 'released' },
};

/** Moves of the account's money for a job; another try may follow a released one. */
export const creditMoves: { readonly [M in CreditMove]: MoneyMoveRule<CreditState> } = {
  reserve: { from: ['none', 'released'], to: 'reserved' },
  hold: { from: ['reserved'], to: 'held' },
  settle: { from: ['reserved', 'held'], to: 'settled' },
  refund: { from: ['reserved', 'held'], to: 'released' },
  correct: { from: ['settled'], to: 'settled' },
  return: { from: ['settled'], to: 'returned' },
};
