import { useState } from 'react';
import type { Failed } from '../../../api/outcome.ts';
import type { LookedUpWork } from '../../../api/responses.ts';
import { useRequest } from '../../../api/use-request.ts';

export interface LookUpState {
  /** The task read last; null before the first lookup. */
  readonly looked: LookedUpWork | null;
  readonly isSending: boolean;
  readonly failed: Failed | null;
  /** Looks up a task by the provider's id. `account` is required when the job does not know it. */
  readonly lookUp: (upstreamId: string, account: string | null) => Promise<void>;
  /** Discards the result, because another id is being entered. */
  readonly forget: () => void;
}

/** Read-only lookup of the provider's task that an unknown job would be resolved with. */
export function useLookUp(id: string): LookUpState {
  const { isSending, failed, send } = useRequest();
  const [looked, setLooked] = useState<LookedUpWork | null>(null);
  const lookUp = async (upstreamId: string, account: string | null): Promise<void> => {
    setLooked(null);
    const path = '/api/v1/admin/jobs/{id}/look-up';
    const body = { upstream_id: upstreamId, ...(account !== null && { account }) };
    const response = await send({ path, method: 'POST', params: { id }, body });
    if (response.kind === 'answered') setLooked(response.value);
  };
  return { looked, isSending, failed, lookUp, forget: () => setLooked(null) };
}
