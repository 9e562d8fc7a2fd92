import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

const everyMs = 5_000;

/** The gateway as it stands, looked at again and again. */
export function overviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['overview'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/overview', signal })),
  });
}
