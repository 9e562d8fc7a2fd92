import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

/** Addresses of the API surfaces; an administrator can change them. */
export function addressesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['addresses'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/addresses', signal })),
  });
}
