import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-provider.tsx';
import { valueOf } from '../../../api/request-failed.ts';
import { logsPath } from '../use-calls.ts';
import type { CallPlace } from './call-place.ts';

/** How often a call that is still open is looked at again, in ms. */
const openMs = 3_000;

/** One call: null when the log has it no more. */
export function useCall({ at, id }: CallPlace) {
  const api = useApi();
  return useQuery({
    queryKey: ['request-logs', 'call', at, id],
    queryFn: async ({ signal }) => {
      const span = { from: new Date(at).toISOString(), to: new Date(at + 1).toISOString() };
      const query = { ...span, limit: 200 };
      const { data } = valueOf(await api.ask({ path: logsPath, query, signal }));
      return data.find((call) => call.id === id) ?? null;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.duration_ms === null && !data.disconnected ? openMs : false,
  });
}
