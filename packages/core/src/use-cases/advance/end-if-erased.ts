import { userOfOwner } from '../../job/user-owner.ts';
import { saveEvent } from './save-event.ts';
import type { StepResult, StepContext } from './step-context.ts';

/**
 * Ends a job that waits while its owner is being erased: one that a provider refused returns to the queue after the act
 * that ends unsent jobs, and its prompt must go nowhere else. Undefined where the job may continue.
 */
export async function endIfErased(context: StepContext): Promise<StepResult | undefined> {
  const userId = userOfOwner(context.job.owner);
  if (userId === undefined) return undefined;
  const user = await context.ports.storage.apiUsers.find(userId);
  const isErased = user !== undefined && user.erasure !== null;
  return isErased ? saveEvent(context, { kind: 'owner-erased' }) : undefined;
}
