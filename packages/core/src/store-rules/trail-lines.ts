import type { JobEffect, MoneyEffect } from '../job/job-effect.ts';
import type { TrailEntry } from '../job/trail-entry.ts';

/** What a change adds to the trail of its job, in order: lines of its story, and the money it moves. */
export function trailLines(effects: readonly JobEffect[], now: number): readonly TrailEntry[] {
  return effects.flatMap((effect) => {
    switch (effect.kind) {
      case 'trail':
        return [effect.entry];
      case 'quota':
      case 'credit': {
        return [{ at: now, what: 'money', detail: moneyDetail(effect) }];
      }
      case 'slot':
      case 'penalise':
      case 'learn':
      case 'account-succeeded':
      case 'account-erred':
      case 'provider':
        return [];
    }
  });
}

function moneyDetail(effect: MoneyEffect): TrailEntry['detail'] {
  const { kind: ledger, move, amount } = effect;
  if (effect.kind === 'quota') return { ledger, move, amount };
  const { accountId, unit } = effect;
  return { ledger, move, amount, accountId, ...(unit === 'credits' ? {} : { unit }) };
}

/** What the lines of its acceptance say of a job. */
interface Accepted {
  readonly owner: string;
  readonly origin: string;
  readonly request: { readonly model: string };
  readonly price: number;
}

/** The lines every trail begins with; no store keeps them, for the job itself stands for them. */
export function acceptanceLines(
  { owner, origin, request, price }: Accepted,
  acceptedAt: number,
): readonly TrailEntry[] {
  return [
    { at: acceptedAt, what: 'accepted', detail: { owner, origin, model: request.model } },
    { at: acceptedAt, what: 'money', detail: { ledger: 'quota', move: 'reserve', amount: price } },
  ];
}
