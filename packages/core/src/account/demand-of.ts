import type { Job } from '../job/job.ts';
import type { Demand } from './account-readiness.ts';
import type { RouteBook } from './route-book.ts';

/** What a job asks of the account that takes it. */
export function demandOf(
  { request, cost }: Pick<Job, 'request' | 'cost'>,
  book: Pick<RouteBook, 'routesOf'>,
): Demand {
  const { family, pinnedAccountId } = request;
  return {
    family,
    cost,
    routesOf: (account) => book.routesOf(account, request),
    ...(pinnedAccountId === undefined ? {} : { pinnedAccountId }),
  };
}
