import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../api/api-client.ts';
import { valueOf } from '../api/request-failed.ts';
import type { Session } from '../api/responses.ts';

/** The logged-in user; null without a session. */
export function sessionQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['session'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Session | null> => {
      const outcome = await api.ask({ path: '/api/v1/auth/session', signal });
      return outcome.kind === 'refused' && outcome.status === 401 ? null : valueOf(outcome);
    },
  });
}
