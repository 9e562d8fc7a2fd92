import { useState } from 'react';
import type { Failed } from '../../../api/outcome.ts';
import type { LookedUpWork } from '../../../api/responses.ts';
import { useRequest } from '../../../api/use-request.ts';

export interface LookUpState {
  /** The work that was read last; null while none was. */
  readonly looked: LookedUpWork | null;
  readonly isSending: boolean;
  readonly failed: Failed | null;
  /** Reads the work of a provider's id; `account` is said where the job does not know it. */
  readonly lookUp: (upstreamId: string, account: string | null) => Promise<void>;
  /** Another id is about to be given. */
  readonly forget: () => void;
}

/** A look at the work that an unknown job would be resolved with; it changes nothing. */
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
