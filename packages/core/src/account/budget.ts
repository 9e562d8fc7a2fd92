/** Maximum an account may pay, in its unit: in all, or in each day or month (UTC). */
export interface Budget {
  /** In the smallest part of the account's unit. */
  readonly amount: number;
  readonly per: BudgetPeriod;
}

export const budgetPeriods = ['ever', 'day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** Amount paid in one period. */
export interface PaidIn {
  /** Instant the period began, ms since 1970. */
  readonly since: number;
  readonly amount: number;
}

/** Amounts paid for jobs, less what came back: in all, and in the last day and month of a payment; never below 0. */
export type Paid = { readonly [P in BudgetPeriod]: PaidIn };

export const nothingPaid: Paid = {
  ever: { since: 0, amount: 0 },
  day: { since: 0, amount: 0 },
  month: { since: 0, amount: 0 },
};

/** Returns the starts of the periods that contain an instant. */
export function periodsAt(now: number): { readonly [P in BudgetPeriod]: number } {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return {
    ever: 0,
    day: Date.UTC(year, month, at.getUTCDate()),
    month: Date.UTC(year, month),
  };
}

/** Returns the amounts after one more payment (below 0: money back); a clock set back begins no earlier period. */
export function paidAfter(paid: Paid, amount: number, now: number): Paid {
  const begun = periodsAt(now);
  const after = (period: BudgetPeriod): PaidIn => {
    const { since, amount: before } = paid[period];
    const isSame = begun[period] <= since;
    return {
      since: Math.max(since, begun[period]),
      amount: Math.max(0, (isSame ? before : 0) + amount),
    };
  };
  return { ever: after('ever'), day: after('day'), month: after('month') };
}

/** Returns what the account may still pay for new work beside what is promised already; null without a budget. */
export function budgetLeft(
  { budget, paid }: { readonly budget: Budget | null; readonly paid: Paid },
  promised: number,
  now: number,
): number | null {
  if (budget === null) return null;
  const { since, amount } = paid[budget.per];
  return budget.amount - promised - (periodsAt(now)[budget.per] <= since ? amount : 0);
}

/** Returns the instant at which a used-up budget starts again; null where it never does. */
export function budgetRenewsAt(
  { budget }: { readonly budget: Budget | null },
  now: number,
): number | null {
  if (budget === null || budget.per === 'ever') return null;
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return budget.per === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1);
}
