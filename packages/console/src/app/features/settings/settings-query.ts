import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';

export const settingsPath = '/api/v1/admin/settings';

/** All settings with their values in force. */
export function settingsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => valueOf(await api.ask({ path: settingsPath, signal })),
  });
}
