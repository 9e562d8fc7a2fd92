import { useCallback } from 'react';
import { useApi } from '../api/api-provider.tsx';

/**
 * Reloads the document as soon as the server is there: until then it stays, with what it shows. Code that could not be fetched
 * needs this, since browsers remember that it could not.
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
