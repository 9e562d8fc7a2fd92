import type { GenerationRequest } from '../job/generation-request.ts';
import type { Job } from '../job/job.ts';
import type { Spend } from '../job/spend.ts';
import type { CostUnit, Route } from '../model/route.ts';
import type { Account } from './account.ts';
import type { Router } from './router.ts';

/**
 * Returns the expected cost of a video by a route on an account of the unit, in the unit's smallest part. If the route
 * states none, an endpoint that counts credits is assumed to charge the price; other costs are unknown.
 */
export function estimateCost(
  route: Pick<Route, 'cost'>,
  {
    unit,
    price,
    request: { resolution, durationSeconds },
  }: {
    readonly unit: CostUnit;
    /** In credits. */
    readonly price: number;
    readonly request: Pick<GenerationRequest, 'resolution' | 'durationSeconds'>;
  },
): number {
  if (route.cost === undefined) return unit === 'credits' ? price : 0;
  const { perSecond = {}, each = 0 } = route.cost;
  return each + (perSecond[resolution] ?? 0) * (durationSeconds ?? 1);
}

/** Returns a job's cost to an account by a route; unknown when the account counts in another unit than its endpoint. */
export function costOn(
  { endpoint, unit }: Pick<Account, 'endpoint' | 'unit'>,
  route: Route,
  {
    job: { request, price },
    book,
  }: { readonly job: Pick<Job, 'request' | 'price'>; readonly book: Pick<Router, 'chargingAt'> },
): Pick<Spend, 'unit' | 'estimate' | 'charges'> {
  const charging = book.chargingAt(endpoint) ?? { unit, charges: 'acceptance' };
  const estimate = charging.unit === unit ? estimateCost(route, { unit, price, request }) : 0;
  return { unit, estimate, charges: route.charges ?? charging.charges };
}
