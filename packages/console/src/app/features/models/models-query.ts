import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

/** The catalog of video models; it changes with the server's configuration only. */
export function modelsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['models'],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => valueOf(await api.ask({ path: '/local-video/models', signal })),
  });
}
