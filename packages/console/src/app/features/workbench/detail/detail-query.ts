import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/api-client.ts';
import { valueOf } from '../../../api/request-failed.ts';
import { type AdminJobDetail, adminJobDetail } from '../../../api/schemas/admin-job.ts';

/** All that happened to a job; read again whenever it changes. */
export function detailQuery(api: ApiClient, id: string, updatedAt: string) {
  return queryOptions({
    queryKey: ['job', id, updatedAt],
    queryFn: async ({ signal }): Promise<AdminJobDetail> => {
      const path = `/api/v1/admin/jobs/${encodeURIComponent(id)}`;
      return valueOf(await api.ask({ path, schema: adminJobDetail, signal }));
    },
  });
}
