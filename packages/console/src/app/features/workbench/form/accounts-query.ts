import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/api-client.ts';
import { valueOf } from '../../../api/request-failed.ts';

const refreshMs = 8000;

/** Accounts of the pool, for free slots; polled while the page is visible. */
export function accountsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['accounts', 'workbench'],
    refetchInterval: refreshMs,
    queryFn: async ({ signal }) => {
      return valueOf(await api.ask({ path: '/api/v1/admin/accounts', signal })).data;
    },
  });
}
