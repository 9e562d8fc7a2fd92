import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ProviderDetail } from '../../api/responses.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';

const everyMs = 4000;

/** The whole pool, as it is now. */
export function accountsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['accounts', 'pool'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/accounts', signal })).data,
  });
}

/** What an account can be made with. */
export function accountOptionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account-options'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/account-options', signal })),
  });
}

/** Finds what the gateway says of a provider; of its default where none is chosen. */
export function useDetailOf(): (chosen: string) => ProviderDetail | undefined {
  const { data } = useQuery(accountOptionsQuery(useApi()));
  return (chosen) => {
    const id = chosen === '' ? data?.providers[0] : chosen;
    return data?.provider_details.find((detail) => detail.id === id);
  };
}

export function useProviderDetail(chosen: string): ProviderDetail | undefined {
  return useDetailOf()(chosen);
}
