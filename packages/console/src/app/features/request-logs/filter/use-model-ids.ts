import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-provider.tsx';
import { modelFamiliesQuery } from '../../models/model-families-query.ts';

/** Every model id there is, as the log writes them. */
export function useModelIds(): readonly string[] {
  const { data } = useQuery(modelFamiliesQuery(useApi()));
  return data?.data.flatMap(({ ids }) => ids) ?? [];
}
