import type { ChargeTime, CostUnit } from '../model/route.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';

/** What a job costs the account it was chosen for; amounts are whole numbers of the unit's smallest part. */
export interface Spend {
  readonly unit: CostUnit;
  /** What is reserved, and taken where the provider does not say what it took. */
  readonly estimate: number;
  /** What the provider says it took; null until it does. */
  readonly actual: number | null;
  /** What the provider said, in its own fields; null until it does. */
  readonly usage: UpstreamUsage | null;
  readonly charges: ChargeTime;
}

/** What of a job says what it costs: its account, and its owner in credits. */
export interface JobCosting {
  readonly spend: Spend | null;
  readonly price: number;
}

/** What a job costs its account. Former releases took the price, in credits, at acceptance. */
export function spendOf({ spend, price }: JobCosting): Spend {
  return (
    spend ?? { unit: 'credits', estimate: price, actual: null, usage: null, charges: 'acceptance' }
  );
}

/** What the account pays for a job that is settled, as far as it is known. */
export function paidFor(job: JobCosting): number {
  const { actual, estimate } = spendOf(job);
  return actual ?? estimate;
}
