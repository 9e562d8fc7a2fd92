import type { Job } from '../job/job.ts';
import type { Demand } from './account-readiness.ts';
import { costOn } from './cost-on.ts';
import type { RouteBook } from './route-book.ts';

/** What a job asks of the account that takes it. */
export function demandOf(
  job: Pick<Job, 'request' | 'price'>,
  book: Pick<RouteBook, 'routesOf' | 'chargingAt'>,
): Demand {
  const { request, price } = job;
  const { family, pinnedAccountId } = request;
  return {
    family,
    cost: price,
    costOn: (account, route) => costOn(account, route, { job, book }).estimate,
    routesOf: (account) => book.routesOf(account, request),
    ...(pinnedAccountId === undefined ? {} : { pinnedAccountId }),
  };
}
