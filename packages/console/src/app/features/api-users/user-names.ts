import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';

/** Names are shown for so many API users; others by their id. */
const namedUsers = 200;

/** The API users, by the id of each. */
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
