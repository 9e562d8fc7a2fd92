import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

/** The catalog of video models, which changes only with the server's configuration. */
export function modelsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['models'],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => valueOf(await api.ask({ path: '/local-video/models', signal })),
  });
}

/** The whole catalog of both surfaces, which changes only with the catalog file and the alias setting. */
export function modelFamiliesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['model-families'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => valueOf(await api.ask({ path: '/api/v1/admin/models', signal })),
  });
}
