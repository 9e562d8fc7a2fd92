import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ProviderDetail } from '../../api/responses.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';

const everyMs = 4000;

/** All accounts of the pool. */
export function accountsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['accounts', 'pool'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/accounts', signal })).data,
  });
}

/** Providers and families available for an account. */
export function accountOptionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account-options'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/account-options', signal })),
  });
}

/** Returns a lookup of provider details; an empty name means the gateway's default provider. */
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
