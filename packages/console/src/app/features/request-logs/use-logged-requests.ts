import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { usePages } from '../../shell/use-pages.ts';
import { type RequestFilter, filterParameters } from './filter/request-filter.ts';
import type { BucketPlan, TimeSpan } from './filter/time-span.ts';

export const logsPath = '/api/v1/admin/request-logs';

/** The most the server gives at once: fewer waits while the reader moves fast. */
const rowsPerPage = 200;

/** Which requests to show. */
export interface RequestLogQuestion {
  readonly filter: RequestFilter;
  readonly span: TimeSpan;
  /** The buckets of the span; what they count is what is listed. */
  readonly plan: BucketPlan;
}

/** A question as the API takes it. What comes after now belongs to a preset too. */
export function listParameters({ filter, span, plan }: RequestLogQuestion) {
  return {
    ...filterParameters(filter),
    from: new Date(plan.from).toISOString(),
    to: span.preset === null ? new Date(plan.until).toISOString() : undefined,
  };
}

/** The requests of the filters, read page by page. */
export function useLoggedRequests(question: RequestLogQuestion) {
  const api = useApi();
  return usePages({
    key: ['request-logs'],
    read: (query, signal) => api.ask({ path: logsPath, query, signal }),
    filters: listParameters(question),
    limit: rowsPerPage,
  });
}

/** How many of them began when. */
export function useHistogram({ filter, plan }: RequestLogQuestion) {
  const api = useApi();
  const search = useMemo(() => histogramSearch(filter, plan), [filter, plan]);
  return useQuery({
    queryKey: ['request-logs', 'histogram', search],
    queryFn: async ({ signal }) =>
      valueOf(
        await api.ask({
          path: `${logsPath}/histogram`,
          query: Object.fromEntries(new URLSearchParams(search)),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

function histogramSearch(filter: RequestFilter, { from, until, bucketMs }: BucketPlan): string {
  return searchText({
    ...filterParameters(filter),
    from: new Date(from).toISOString(),
    to: new Date(until).toISOString(),
    bucket_ms: String(bucketMs),
  });
}

/** Parameters as a query; those undefined are left out. */
export function searchText(values: { readonly [name: string]: string | undefined }): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}
