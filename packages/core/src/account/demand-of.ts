import type { GenerationRequest } from '../job/generation-request.ts';
import type { Demand } from './account-readiness.ts';

/** What a request asks of the account that takes it. */
export function demandOf(
  { family, pinnedAccountId }: Pick<GenerationRequest, 'family' | 'pinnedAccountId'>,
  cost: number,
): Demand {
  return { family, cost, ...(pinnedAccountId === undefined ? {} : { pinnedAccountId }) };
}
