import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

const everyMs = 4000;

/** The whole pool, as it is now. */
export function accountsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['accounts', 'pool'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/accounts', signal })).data,
  });
}

/** What an account can be made with. */
export function accountOptionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account-options'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/account-options', signal })),
  });
}
