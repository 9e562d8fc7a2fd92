import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';
import type { Metrics, Sample } from '../../api/responses.ts';
import { fillSteps, type RangeName, rangeUntil, stepsOf } from './time-range.ts';

/** Figures over a span, ready to be drawn. */
export interface MetricsOverTime {
  /** Beginnings of all steps, ms since 1970. */
  readonly times: readonly number[];
  readonly stepMs: number;
  /** One for each step; undefined where nothing is known. */
  readonly steps: readonly (Sample | undefined)[];
  /** All of it together; null where nothing is known at all. */
  readonly total: Metrics | null;
}

/** A new sample comes four times in a minute. */
const everyMs = 15_000;
/** After a failure the page checks sooner whether the server is back. */
const failedEveryMs = 5_000;

/** Figures of a span up to now, looked at again and again. */
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
