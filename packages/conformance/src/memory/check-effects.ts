import type { CreditState, Job, JobEffect, QuotaState } from '@filmgate/core';
import { contradiction } from './refuse-contradiction.ts';

type QuotaMove = Extract<JobEffect, { kind: 'quota' }>['move'];
type CreditMove = Extract<JobEffect, { kind: 'credit' }>['move'];

/** Where each move of the owner's money may start and where it ends. */
const quotaMoves: {
  readonly [M in QuotaMove]: { readonly from: readonly QuotaState[]; readonly to: QuotaState };
} = {
  hold: { from: ['reserved'], to: 'held' },
  settle: { from: ['reserved', 'held'], to: 'settled' },
  refund: { from: ['reserved', 'held'], to: 'refunded' },
};

/** Likewise for an account's credits; a refunded try may be followed by another one. */
const creditMoves: {
  readonly [M in CreditMove]: { readonly from: readonly CreditState[]; readonly to: CreditState };
} = {
  reserve: { from: ['none', 'refunded'], to: 'reserved' },
  hold: { from: ['reserved'], to: 'held' },
  settle: { from: ['reserved', 'held'], to: 'settled' },
  refund: { from: ['reserved', 'held'], to: 'refunded' },
  return: { from: ['settled'], to: 'returned' },
};

/** Throws when an effect, or a field of the next job, contradicts where the stored job's money and slot stand (I4). */
export function checkEffects(stored: Job, next: Job, effects: readonly JobEffect[]): void {
  let { quota, credit, holdsSlot } = stored;
  for (const effect of effects) {
    if (effect.kind === 'quota')
      quota = moved(stored.id, quota, { ...effect, ...quotaMoves[effect.move] });
    if (effect.kind === 'credit')
      credit = moved(stored.id, credit, { ...effect, ...creditMoves[effect.move] });
    if (effect.kind === 'slot') {
      if (holdsSlot === (effect.move === 'take'))
        throw contradiction(stored.id, `slot ${effect.move} twice`);
      holdsSlot = effect.move === 'take';
    }
  }
  if (next.quota !== quota) throw contradiction(stored.id, `quota is ${quota}, not ${next.quota}`);
  if (next.holdsSlot !== holdsSlot) throw contradiction(stored.id, `holdsSlot is ${holdsSlot}`);
  const forgotten = credit === 'refunded' && next.credit === 'none' && next.accountId === null;
  if (next.credit !== credit && !forgotten)
    throw contradiction(stored.id, `credit is ${credit}, not ${next.credit}`);
}

function moved<State extends string>(
  jobId: string,
  now: State,
  move: { readonly move: string; readonly from: readonly State[]; readonly to: State },
): State {
  if (!move.from.includes(now)) throw contradiction(jobId, `${move.move} of what is ${now}`);
  return move.to;
}
