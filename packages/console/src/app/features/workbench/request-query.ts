import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import type { Outcome } from '../../api/outcome.ts';
import { valueOf } from '../../api/request-failed.ts';
import type { WorkbenchRequest } from '../../api/responses.ts';

/** Reads the request a video was made from. */
export function askRequest(
  api: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<Outcome<WorkbenchRequest>> {
  const path = '/local-video/jobs/{id}/request';
  return api.ask({ path, params: { id }, signal });
}

/** The request a video was made from. */
export function requestQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['workbench-request', id],
    queryFn: async ({ signal }) => valueOf(await askRequest(api, id, signal)),
  });
}
