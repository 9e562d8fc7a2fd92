import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import { useRequest } from '../../api/use-request.ts';
import { settingsPath, settingsQuery } from './settings-query.ts';

/** Changes one setting; null restores the value of the environment. Resolves with true on success. */
export function useChangeSetting() {
  const api = useApi();
  const queries = useQueryClient();
  const { isSending, failed, send } = useRequest();
  const change = async (name: string, value: string | number | boolean | null) => {
    const outcome = await send({
      path: settingsPath,
      method: 'PUT',
      body: { [name]: value },
    });
    if (outcome.kind !== 'answered') return false;
    queries.setQueryData(settingsQuery(api).queryKey, outcome.value);
    // Aliases are part of the catalog.
    void queries.invalidateQueries({ queryKey: ['model-families'] });
    return true;
  };
  return { isSending, failed, change };
}
