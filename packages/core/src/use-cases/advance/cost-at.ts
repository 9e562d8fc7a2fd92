import type { Job } from '../../job/job.ts';
import type { Spend } from '../../job/spend.ts';
import { estimateCost } from '../../model/route-cost.ts';
import type { Route } from '../../model/route.ts';
import type { JobUpstream } from './upstream-of.ts';

/** What a job will cost an account by a route. An account that counts in another unit than its place does is not known to be charged. */
export function costAt(
  { request, cost: price }: Pick<Job, 'request' | 'cost'>,
  { client, unit }: Pick<JobUpstream, 'client' | 'unit'>,
  route: Route,
): Pick<Spend, 'unit' | 'estimate' | 'charges'> {
  const place = client.capabilities();
  const estimate = place.unit === unit ? estimateCost(route, { unit, price, request }) : 0;
  return { unit, estimate, charges: route.charges ?? place.charges };
}
