import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-provider.tsx';
import { valueOf } from '../../../api/request-failed.ts';
import { type Translate, useTexts } from '../../../texts/use-texts.ts';
import { requestLogsTexts } from '../request-logs-texts.ts';

/** Names are shown for so many API users; others by their id. */
const namedUsers = 200;

/** The API users, by the id of each. */
export function useUserNames(): ReadonlyMap<string, string> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['request-logs', 'user-names'],
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

/** Callers that are no API users. */
export const otherCallers = ['service', 'native', 'admin'] as const;

/** The id of an API user; null for others. */
export function userIdOf(caller: string): string | null {
  return caller.startsWith('user:') ? caller.slice('user:'.length) : null;
}

/** The caller, by the name that operators know. */
function sayCaller(
  caller: string | null,
  names: ReadonlyMap<string, string>,
  t: Translate<(typeof requestLogsTexts)['en']>,
): string {
  if (caller === null) return t('caller.none');
  const known = otherCallers.find((other) => other === caller);
  if (known !== undefined) return t(`caller.${known}`);
  const id = userIdOf(caller) ?? caller;
  return names.get(id) ?? id;
}

export function CallerName({ caller }: { readonly caller: string | null }) {
  const { t } = useTexts(requestLogsTexts);
  return <>{sayCaller(caller, useUserNames(), t)}</>;
}
