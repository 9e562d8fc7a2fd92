import type { GenerationRequest } from '../job/generation-request.ts';
import type { Job } from '../job/job.ts';
import type { Spend } from '../job/spend.ts';
import type { CostUnit, Route } from '../model/route.ts';
import type { Account } from './account.ts';
import type { Router } from './router.ts';

/**
 * What a video is expected to cost an account of the unit by a route, in the unit's smallest part. Where the route does not say, a
 * place that counts credits is taken to charge the price, and any other nothing that is known.
 */
export function estimateCost(
  route: Pick<Route, 'cost'>,
  {
    unit,
    price,
    request: { resolution, durationSeconds },
  }: {
    readonly unit: CostUnit;
    /** Credits. */
    readonly price: number;
    readonly request: Pick<GenerationRequest, 'resolution' | 'durationSeconds'>;
  },
): number {
  if (route.cost === undefined) return unit === 'credits' ? price : 0;
  const { perSecond = {}, each = 0 } = route.cost;
  return each + (perSecond[resolution] ?? 0) * (durationSeconds ?? 1);
}

/**
 * What a job will cost an account by a route; choosers and the act that reserves it both use this. Unknown when the
 * account counts in another unit than its place.
 */
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
