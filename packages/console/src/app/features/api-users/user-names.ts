import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';

/** Maximum API users that are shown by name; the others are shown by id. */
const namedUsers = 200;

/** Names of the API users by id. */
export function useUserNames(): ReadonlyMap<string, string> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['api-users', 'names'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      valueOf(
        await api.ask({
          path: '/api/v1/admin/api-users',
          query: { limit: namedUsers },
          signal,
        }),
      ),
    select: (page) => new Map(page.data.map(({ id, name }) => [id, name])),
  });
  return data ?? new Map();
}
