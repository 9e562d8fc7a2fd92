import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/api-client.ts';
import { valueOf } from '../../../api/request-failed.ts';
import type { AdminJobDetail } from '../../../api/answers.ts';

/** All that happened to a job; read again whenever it changes. */
export function detailQuery(api: ApiClient, id: string, updatedAt: string) {
  return queryOptions({
    queryKey: ['job', id, updatedAt],
    queryFn: async ({ signal }): Promise<AdminJobDetail> => {
      const path = '/api/v1/admin/jobs/{id}';
      return valueOf(await api.ask({ path, params: { id }, signal }));
    },
  });
}
