import { createContext, type PropsWithChildren, useContext } from 'react';
import type { ApiClient } from './api-client.ts';

const ApiContext = createContext<ApiClient | null>(null);

export function ApiProvider({ api, children }: PropsWithChildren<{ readonly api: ApiClient }>) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function useApi(): ApiClient {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('Not inside an ApiProvider.');
  return api;
}
