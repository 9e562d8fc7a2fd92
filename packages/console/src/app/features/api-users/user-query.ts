import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { valueOf } from '../../api/request-failed.ts';
import type { ApiUser } from '../../api/answers.ts';

/** One API user by its id, wherever in the list it is; null when there is none. */
export function userQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['api-users', 'one', id],
    refetchInterval: 5000,
    queryFn: async ({ signal }): Promise<ApiUser | null> => {
      const path = '/api/v1/admin/api-users';
      const { data } = valueOf(await api.ask({ path, query: { text: id }, signal }));
      return data.find((user) => user.id === id) ?? null;
    },
  });
}
