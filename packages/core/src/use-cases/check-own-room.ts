import { match } from 'ts-pattern';
import type { AdmissionFacts } from '../ports/job-reader.ts';
import { checkRoom } from '../quota/waiting-room.ts';
import type { AcceptRefusal } from './accept-outcomes.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Decides if one more of the owner's jobs may be open, and may wait. */
export function checkOwnRoom(
  { queueLimit, queueOwnerShare }: GatewayOptions,
  { waiting, ownWaiting, ownOpen, maxOpenJobs }: AdmissionFacts,
): AcceptRefusal | undefined {
  if (maxOpenJobs !== null && ownOpen >= maxOpenJobs)
    return { kind: 'open-jobs-limit', limit: maxOpenJobs };
  const room = { limit: queueLimit, ownerShare: queueOwnerShare, waiting, ownWaiting };
  return match(checkRoom(room))
    .returnType<AcceptRefusal | undefined>()
    .with('admitted', () => undefined)
    .with('room-full', () => ({ kind: 'queue-full' }))
    .with('share-taken', () => ({ kind: 'owner-share-taken', share: queueOwnerShare }))
    .exhaustive();
}
