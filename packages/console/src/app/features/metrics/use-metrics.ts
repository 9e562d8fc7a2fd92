import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Overview } from '../../api/responses.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import type { Failed } from '../../api/outcome.ts';
import { valueOf } from '../../api/request-failed.ts';
import { failedOf } from '../../shell/failure-notice.tsx';
import { useRange } from './range-switch.tsx';
import { type MetricsOverTime, samplesQuery } from './samples-query.ts';

export interface ReadMetrics {
  /** The present state of the gateway; absent until it was read. */
  readonly now: Overview | undefined;
  /** Its figures over the span the address names; absent until they were read. */
  readonly metrics: MetricsOverTime | undefined;
  /** Why the last reading of either failed. */
  readonly failed: Failed | null;
  readonly retry: () => void;
}

/**
 * What the pages of figures show.
 *
 * @param by - what the figures are split by, for a page that tells them apart
 */
export function useMetrics(by: 'family' | 'account' | null = null): ReadMetrics {
  const api = useApi();
  const now = useQuery(overviewQuery(api));
  const metrics = useQuery(samplesQuery(api, useRange(), by));
  const error = now.error ?? metrics.error;
  return {
    now: now.data,
    metrics: metrics.data,
    failed: error === null ? null : failedOf(error),
    retry: () => {
      void now.refetch();
      void metrics.refetch();
    },
  };
}

const everyMs = 5_000;

/** The present state of the gateway, read again and again. */
function overviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['overview'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/overview', signal })),
  });
}
