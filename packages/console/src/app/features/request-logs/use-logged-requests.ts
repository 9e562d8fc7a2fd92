import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { usePages } from '../../shell/use-pages.ts';
import { type RequestFilter, filterParameters } from './filter/request-filter.ts';
import type { BucketPlan, TimeSpan } from './filter/time-span.ts';

export const logsPath = '/api/v1/admin/request-logs';

/** The server's maximum: fewer waits during fast scrolling. */
const rowsPerPage = 200;

/** Query of the request log. */
export interface RequestLogQuestion {
  readonly filter: RequestFilter;
  readonly span: TimeSpan;
  /** Buckets of the time span; the list shows the same requests that they count. */
  readonly plan: BucketPlan;
}

/** Query parameters of the API. A preset also includes requests after "now". */
export function listParameters({ filter, span, plan }: RequestLogQuestion) {
  return {
    ...filterParameters(filter),
    from: new Date(plan.from).toISOString(),
    to: span.preset === null ? new Date(plan.until).toISOString() : undefined,
  };
}

/** Filtered requests, loaded page by page. */
export function useLoggedRequests(question: RequestLogQuestion) {
  const api = useApi();
  return usePages({
    key: ['request-logs'],
    read: (query, signal) => api.ask({ path: logsPath, query, signal }),
    filters: listParameters(question),
    limit: rowsPerPage,
  });
}

/** Number of requests by start time. */
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

/** Encodes query parameters; undefined values are left out. */
export function searchText(values: { readonly [name: string]: string | undefined }): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}
