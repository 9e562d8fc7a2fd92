import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

const everyMs = 10_000;

/** Sessions that are open now. */
export function sessionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['sessions'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/sessions', signal })).data,
  });
}
