import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/api-client.ts';
import { valueOf } from '../../../api/request-failed.ts';

/** Accounts to choose from in a filter; a name that is new shows up within a minute. */
export function accountNamesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['accounts', 'names'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      return valueOf(await api.ask({ path: '/api/v1/admin/accounts', signal })).data;
    },
  });
}
