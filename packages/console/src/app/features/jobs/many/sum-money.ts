import type { CostUnit } from '@filmgate/core';
import type { AdminJob } from '../../../api/responses.ts';

/** Reserved and held credits of one owner's jobs. */
export interface OwnerMoney {
  readonly owner: string;
  readonly owner_name: string | null;
  readonly jobs: number;
  readonly credits: number;
}

export interface SetAside {
  /** Owners by credits, descending. */
  readonly owners: readonly OwnerMoney[];
  readonly credits: number;
  /** Estimated cost to the accounts, by unit; only of jobs that have an account. */
  readonly cost: ReadonlyMap<CostUnit, number>;
}

const open: ReadonlySet<string> = new Set(['reserved', 'held']);

type Money = Pick<AdminJob, 'owner' | 'owner_name' | 'price' | 'quota' | 'credit' | 'spend'>;

/** Sums the jobs' set-aside amounts: credits of their owners and cost to the accounts. */
export function sumMoney(jobs: readonly Money[]): SetAside {
  const owners = new Map<string, OwnerMoney>();
  const cost = new Map<CostUnit, number>();
  for (const { owner, owner_name, quota, price, credit, spend } of jobs) {
    const before = owners.get(owner) ?? { owner, owner_name, jobs: 0, credits: 0 };
    const credits = before.credits + (open.has(quota) ? price : 0);
    owners.set(owner, { ...before, jobs: before.jobs + 1, credits });
    if (spend !== null && open.has(credit))
      cost.set(spend.unit, (cost.get(spend.unit) ?? 0) + spend.estimate);
  }
  const inOrder = [...owners.values()].toSorted((one, other) => other.credits - one.credits);
  const credits = inOrder.reduce((sum, one) => sum + one.credits, 0);
  return { owners: inOrder, credits, cost };
}
