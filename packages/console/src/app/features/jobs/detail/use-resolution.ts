import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failed } from '../../../api/outcome.ts';
import { useRequest } from '../../../api/use-request.ts';

export type ResolvedOutcome = 'charged' | 'not_charged';

export interface ResolutionState {
  /** `late`: another person or the gateway was quicker, and nothing changed. */
  readonly ended: 'resolved' | 'late' | null;
  readonly failed: Failed | null;
  readonly resolve: (outcome: ResolvedOutcome, note: string) => Promise<void>;
}

/** An operator's word on an unknown outcome, and what became of it. */
export function useResolution(id: string): ResolutionState {
  const queries = useQueryClient();
  const { failed, send } = useRequest();
  const [ended, setEnded] = useState<ResolutionState['ended']>(null);
  const resolve = async (outcome: ResolvedOutcome, note: string): Promise<void> => {
    const path = '/api/v1/admin/jobs/{id}/resolve';
    const body = { outcome, note };
    const response = await send({ path, method: 'POST', params: { id }, body });
    if (response.kind === 'answered') setEnded('resolved');
    if (isTooLate(response)) setEnded('late');
    await queries.invalidateQueries({ queryKey: ['jobs'] });
    await queries.invalidateQueries({ queryKey: ['audit-log'] });
  };
  return { ended, failed: failed !== null && isTooLate(failed) ? null : failed, resolve };
}

function isTooLate(outcome: Failed | { readonly kind: 'answered' }): boolean {
  return outcome.kind === 'refused' && outcome.status === 409;
}
