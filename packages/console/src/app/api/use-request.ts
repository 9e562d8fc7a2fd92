import { useCallback, useState } from 'react';
import type { ApiRequest } from './api-client.ts';
import { useApi } from './api-provider.tsx';
import type { Failed, Outcome } from './outcome.ts';

/** Something somebody starts by hand: whether it is under way, and why it led nowhere the last time. */
export interface Request {
  readonly isSending: boolean;
  readonly failed: Failed | null;
  readonly send: <T>(request: ApiRequest<T>) => Promise<Outcome<T>>;
}

export function useRequest(): Request {
  const api = useApi();
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const send = useCallback(
    async <T>(request: ApiRequest<T>): Promise<Outcome<T>> => {
      setSending(true);
      const outcome = await api.ask(request);
      setSending(false);
      setFailed(outcome.kind === 'answered' ? null : outcome);
      return outcome;
    },
    [api],
  );
  return { isSending, failed, send };
}
