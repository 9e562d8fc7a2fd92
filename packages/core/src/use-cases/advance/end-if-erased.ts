import { userOfOwner } from '../../job/user-owner.ts';
import { saveEvent } from './save-event.ts';
import type { StepResult, Work } from './work.ts';

/**
 * Ends a job that waits while its owner is being erased: one that a provider refused comes back to the queue behind the act that ends
 * what was not sent, and its prompt must go nowhere else. Undefined where the job may go on.
 */
export async function endIfErased(work: Work): Promise<StepResult | undefined> {
  const userId = userOfOwner(work.job.owner);
  if (userId === undefined) return undefined;
  const user = await work.ports.storage.apiUsers.find(userId);
  const isErased = user !== undefined && user.erasure !== null;
  return isErased ? saveEvent(work, { kind: 'owner-erased' }) : undefined;
}
