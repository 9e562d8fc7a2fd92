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
  /** Current state of the gateway; absent while loading. */
  readonly now: Overview | undefined;
  /** Metrics over the time span in the address; absent while loading. */
  readonly metrics: MetricsOverTime | undefined;
  /** Failure of the last request for either. */
  readonly failed: Failed | null;
  readonly retry: () => void;
}

/**
 * Data of the metrics pages.
 *
 * @param by - grouping of the metrics, for a page that shows groups
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

/** Current state of the gateway, polled. */
function overviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['overview'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/overview', signal })),
  });
}
