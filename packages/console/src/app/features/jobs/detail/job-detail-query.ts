import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/api-client.ts';
import { RequestFailed, valueOf } from '../../../api/request-failed.ts';
import type { AdminJobDetail } from '../../../api/answers.ts';
import { isOver } from './is-over.ts';

const everyMs = 2000;

/** All that happened to a job; read again for as long as something may still happen, which it may not to one there is not. */
export function jobDetailQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['jobs', 'detail', id],
    queryFn: async ({ signal }): Promise<AdminJobDetail> => {
      const path = '/api/v1/admin/jobs/{id}';
      return valueOf(await api.ask({ path, params: { id }, signal }));
    },
    refetchInterval: ({ state: { data, error } }) =>
      isMissing(error) || (data !== undefined && isOver(data.job.state)) ? false : everyMs,
  });
}

function isMissing(error: Error | null): boolean {
  if (!(error instanceof RequestFailed)) return false;
  const { failed } = error;
  return failed.kind === 'refused' && failed.status === 404;
}
