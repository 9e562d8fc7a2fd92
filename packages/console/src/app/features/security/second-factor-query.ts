import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

export const secondFactorPath = '/api/v1/admin/second-factor';

/** State of the second factor. */
export function secondFactorQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['second-factor'],
    queryFn: async ({ signal }) => valueOf(await api.ask({ path: secondFactorPath, signal })),
  });
}
