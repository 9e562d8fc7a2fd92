import { useCallback } from 'react';
import { useApi } from '../api/api-provider.tsx';

/**
 * Reloads the document as soon as the server is reachable; until then the current page stays. Needed for code that
 * could not be loaded, because browsers cache the failure.
 */
export function useReload(): () => void {
  const api = useApi();
  return useCallback(() => {
    const tryAgain = async (): Promise<void> => {
      const outcome = await api.ask({ path: '/api/v1/auth/session' });
      if (outcome.kind !== 'unreachable') window.location.reload();
    };
    void tryAgain();
  }, [api]);
}
