import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failed } from '../../../api/outcome.ts';
import { useRequest } from '../../../api/use-request.ts';

/** An operator's decision on an unknown outcome. */
export type Resolution =
  | { readonly outcome: 'charged' | 'not_charged' }
  | {
      readonly outcome: 'found';
      readonly upstreamId: string;
      /** Given when the job does not know its account. */
      readonly account: string | null;
    };
export type ResolvedOutcome = Resolution['outcome'];

export interface ResolutionState {
  /** `late`: another person or the gateway decided first, and nothing changed. */
  readonly ended: 'resolved' | 'found' | 'late' | null;
  readonly failed: Failed | null;
  readonly resolve: (resolution: Resolution, note: string) => Promise<void>;
}

/** State of an operator's resolution and its result. */
export function useResolution(id: string): ResolutionState {
  const queries = useQueryClient();
  const { failed, send } = useRequest();
  const [ended, setEnded] = useState<ResolutionState['ended']>(null);
  const resolve = async (resolution: Resolution, note: string): Promise<void> => {
    const path = '/api/v1/admin/jobs/{id}/resolve';
    const body = { ...bodyOf(resolution), note };
    const response = await send({ path, method: 'POST', params: { id }, body });
    if (response.kind === 'answered')
      setEnded(resolution.outcome === 'found' ? 'found' : 'resolved');
    if (isTooLate(response)) setEnded('late');
    await queries.invalidateQueries({ queryKey: ['jobs'] });
    await queries.invalidateQueries({ queryKey: ['audit-log'] });
  };
  return { ended, failed: failed !== null && isTooLate(failed) ? null : failed, resolve };
}

function bodyOf(resolution: Resolution) {
  if (resolution.outcome !== 'found') return { outcome: resolution.outcome };
  const { outcome, upstreamId, account } = resolution;
  return { outcome, upstream_id: upstreamId, ...(account !== null && { account }) };
}

function isTooLate(outcome: Failed | { readonly kind: 'answered' }): boolean {
  return outcome.kind === 'refused' && outcome.code === 'not_unknown';
}
