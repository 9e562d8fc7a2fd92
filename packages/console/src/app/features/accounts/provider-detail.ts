import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import type { ProviderDetail } from '../../api/answers.ts';
import { accountOptionsQuery } from './accounts-query.ts';

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
