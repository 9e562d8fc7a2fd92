import type { JobEffect, MoneyEffect } from '../job/job-effect.ts';
import type { Job } from '../job/job.ts';
import { paidFor, spendOf } from '../job/spend.ts';
import type { TrailBalance, TrailMoney, TrailStep } from '../job/trail-step.ts';

export const emptyBalance: TrailBalance = { reserved: 0, held: 0, settled: 0 };

/** Returns the balance after a movement; a hold or close covers a try's whole reservation, whatever was charged. */
export function balanceAfter(
  before: TrailBalance,
  { move, amount }: Pick<TrailMoney, 'move' | 'amount'>,
): TrailBalance {
  const { reserved, held, settled } = before;
  switch (move) {
    case 'reserve':
      return { ...before, reserved: amount };
    case 'hold':
      return { reserved: 0, held: reserved + held, settled };
    case 'settle':
      return { reserved: 0, held: 0, settled: settled + amount };
    case 'refund':
      return { reserved: 0, held: 0, settled };
    case 'correct':
      return { ...before, settled: settled + amount };
    case 'return':
      return { ...before, settled: settled - amount };
  }
}

/**
 * Returns the step that a change adds to the trail of its job, with the money it moves, or null without either. `job`
 * is the job before the change. Money that moves without a story makes a step of kind `money`.
 */
export function trailStep(
  job: Pick<Job, 'price' | 'quota' | 'credit' | 'accountId' | 'spend'>,
  effects: readonly JobEffect[],
  now: number,
): TrailStep | null {
  const story = effects.find((effect) => effect.kind === 'trail')?.entry;
  const money = moneyOf(job, effects);
  if (story === undefined && money.length === 0) return null;
  return { ...(story ?? { at: now, what: 'money', detail: {} }), money };
}

function moneyOf(
  job: Parameters<typeof trailStep>[0],
  effects: readonly JobEffect[],
): readonly TrailMoney[] {
  const balances = new Map<string, TrailBalance>();
  return effects.flatMap((effect): readonly TrailMoney[] => {
    if (effect.kind !== 'quota' && effect.kind !== 'credit') return [];
    const { kind: ledger, move, amount } = effect;
    const subject = effect.kind === 'quota' ? '' : `of ${effect.accountId}`;
    const after = balanceAfter(balances.get(subject) ?? balanceBefore(job, effect), effect);
    balances.set(subject, after);
    if (effect.kind === 'quota') return [{ ledger, move, amount, unit: 'credits', after }];
    return [{ ledger, move, amount, unit: effect.unit, accountId: effect.accountId, after }];
  });
}

/** Returns the balance of the job in the ledger of an effect, before it. */
function balanceBefore(job: Parameters<typeof trailStep>[0], effect: MoneyEffect): TrailBalance {
  if (effect.kind === 'quota') return standing(job.quota, { open: job.price, settled: job.price });
  // A try on another account was closed before.
  if (effect.accountId !== job.accountId) return emptyBalance;
  return standing(job.credit, { open: spendOf(job).estimate, settled: paidFor(job) });
}

function standing(
  state: Job['quota'] | Job['credit'],
  { open, settled }: { readonly open: number; readonly settled: number },
): TrailBalance {
  switch (state) {
    case 'reserved':
      return { ...emptyBalance, reserved: open };
    case 'held':
      return { ...emptyBalance, held: open };
    case 'settled':
      return { ...emptyBalance, settled };
    case 'none':
    case 'released':
    case 'returned':
      return emptyBalance;
  }
}

/** Facts about a job in the step of its acceptance. */
export interface AcceptanceFacts {
  readonly owner: string;
  readonly surface: string;
  readonly request: { readonly model: string };
  readonly price: number;
}

/** Returns the first step of every trail; no store keeps it, since the job itself contains its facts. */
export function acceptanceStep(
  { owner, surface, request, price }: AcceptanceFacts,
  acceptedAt: number,
): TrailStep {
  const move = { ledger: 'quota', move: 'reserve', amount: price, unit: 'credits' } as const;
  return {
    at: acceptedAt,
    what: 'accepted',
    detail: { owner, origin: surface, model: request.model },
    money: [{ ...move, after: balanceAfter(emptyBalance, move) }],
  };
}
