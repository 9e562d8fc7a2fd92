import type { GenerationRequest } from '../job/generation-request.ts';
import type { AccountLoad } from './account.ts';

/** True if a request is pinned to an account that has left the pool or is leaving it: no account can ever make it. */
export function isPinnedAccountGone(
  { pinnedAccountId }: Pick<GenerationRequest, 'pinnedAccountId'>,
  loads: readonly AccountLoad[],
): boolean {
  if (pinnedAccountId === undefined) return false;
  const pinned = loads.find(({ account }) => account.id === pinnedAccountId);
  return pinned === undefined || pinned.account.draining;
}
