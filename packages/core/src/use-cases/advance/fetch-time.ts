import type { Job } from '../../job/job.ts';
import type { GatewayOptions } from '../gateway-options.ts';

/** The least time a result is fetched, in ms, whatever its provider's clock says. */
const leastFetchMs = 15 * 60_000;

/** Up to when the result of a finished job is fetched: the provider's own word where it gave one. */
export function fetchedUntil(
  { resultFetch, output, updatedAt }: Pick<Job, 'resultFetch' | 'output' | 'updatedAt'>,
  { resultFetchMs }: Pick<GatewayOptions, 'resultFetchMs'>,
): number {
  const since = resultFetch?.since ?? updatedAt;
  const { keptUntil } = output ?? {};
  return keptUntil === undefined
    ? since + resultFetchMs
    : Math.max(keptUntil, since + leastFetchMs);
}
