import type { Job } from '../job/job.ts';
import type { Spend } from '../job/spend.ts';
import { estimateCost } from '../model/route-cost.ts';
import type { Route } from '../model/route.ts';
import type { Account } from './account.ts';
import type { RouteBook } from './route-book.ts';

/**
 * What a job will cost an account by a route: choosers and the act that reserves it go by this. Where the account counts in another
 * unit than its place, nothing of it is known.
 */
export function costOn(
  { provider, unit }: Pick<Account, 'provider' | 'unit'>,
  route: Route,
  {
    job: { request, price },
    book,
  }: { readonly job: Pick<Job, 'request' | 'price'>; readonly book: Pick<RouteBook, 'chargingAt'> },
): Pick<Spend, 'unit' | 'estimate' | 'charges'> {
  const place = book.chargingAt(provider) ?? { unit, charges: 'acceptance' };
  const estimate = place.unit === unit ? estimateCost(route, { unit, price, request }) : 0;
  return { unit, estimate, charges: route.charges ?? place.charges };
}
