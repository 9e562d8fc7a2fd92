import { useCallback, useState } from 'react';
import type { ApiClient, ApiRequest } from './api-client.ts';
import { useApi } from './api-provider.tsx';
import type { ResponseOf, PathOf, Verb } from './responses.ts';
import type { Failed, Outcome } from './outcome.ts';

/** A request started by the user: pending state and last failure. */
export interface Request {
  readonly isSending: boolean;
  readonly failed: Failed | null;
  readonly send: ApiClient['ask'];
}

export function useRequest(): Request {
  const api = useApi();
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const send = useCallback(
    async <V extends Verb = 'GET', P extends PathOf<V> = PathOf<V>>(
      request: ApiRequest<V, P>,
    ): Promise<Outcome<ResponseOf<V, P>>> => {
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
