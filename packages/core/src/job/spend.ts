import type { ChargeTime, CostUnit } from '../model/route.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';

/** Cost of a job to the account it was chosen for; amounts are whole numbers of the unit's smallest part. */
export interface Spend {
  readonly unit: CostUnit;
  /** Amount reserved, and charged where the provider does not report its charge. */
  readonly estimate: number;
  /** Charge as the provider reports it; null before, and where the report confirms a settled estimate. */
  readonly actual: number | null;
  /** The provider's report, in its own fields; null before. */
  readonly usage: UpstreamUsage | null;
  readonly charges: ChargeTime;
}

/** Fields of a job that state its cost: to its account, and to its owner in credits. */
export interface JobCosting {
  readonly spend: Spend | null;
  readonly price: number;
}

/** Returns the cost of a job to its account. Former releases reserved the price, in credits, at acceptance. */
export function spendOf({ spend, price }: JobCosting): Spend {
  return (
    spend ?? { unit: 'credits', estimate: price, actual: null, usage: null, charges: 'acceptance' }
  );
}

/** Returns what the account pays for a settled job, as far as known. */
export function paidFor(job: JobCosting): number {
  const { actual, estimate } = spendOf(job);
  return actual ?? estimate;
}
