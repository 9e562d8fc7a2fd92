import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';
import type { Metrics, Sample } from '../../api/responses.ts';
import { fillSteps, type RangeName, rangeUntil, stepsOf } from './time-range.ts';

/** Metrics over a time span, ready to plot. */
export interface MetricsOverTime {
  /** Start of each step, ms since 1970. */
  readonly times: readonly number[];
  readonly stepMs: number;
  /** One sample for each step; undefined where unknown. */
  readonly steps: readonly (Sample | undefined)[];
  /** Total of all steps; null where every step is unknown. */
  readonly total: Metrics | null;
}

/** Samples arrive every 15 s. */
const everyMs = 15_000;
/** Shorter interval after a failure, to notice a recovered server sooner. */
const failedEveryMs = 5_000;

/** Metrics of a span up to now, polled. */
export function samplesQuery(
  api: ApiClient,
  range: RangeName,
  by: 'family' | 'account' | null = null,
) {
  return queryOptions<MetricsOverTime>({
    queryKey: ['samples', range, by],
    refetchInterval: ({ state }) => (state.status === 'error' ? failedEveryMs : everyMs),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const span = rangeUntil(range, Date.now());
      const { stepMs } = span;
      const query = {
        from: new Date(span.from).toISOString(),
        to: new Date(span.until).toISOString(),
        step: String(stepMs / 1000),
        ...(by !== null && { by }),
      };
      const path = '/api/v1/admin/samples';
      const { data, total } = valueOf(await api.ask({ path, query, signal }));
      return { times: stepsOf(span), stepMs, steps: fillSteps(span, data), total };
    },
  });
}
