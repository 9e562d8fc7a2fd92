import { match } from 'ts-pattern';
import type { AdmissionFacts } from '../ports/job-reader.ts';
import { judgeRoom } from '../quota/waiting-room.ts';
import type { AcceptRefusal } from './accept-outcomes.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Whether one more of the owner's jobs may be open, and may wait. */
export function judgeOwnRoom(
  { queueLimit, queueOwnerShare }: GatewayOptions,
  { waiting, ownWaiting, ownOpen, maxOpenJobs }: AdmissionFacts,
): AcceptRefusal | undefined {
  if (maxOpenJobs !== null && ownOpen >= maxOpenJobs)
    return { kind: 'open-jobs-limit', limit: maxOpenJobs };
  const room = { limit: queueLimit, ownerShare: queueOwnerShare, waiting, ownWaiting };
  return match(judgeRoom(room))
    .returnType<AcceptRefusal | undefined>()
    .with('admitted', () => undefined)
    .with('room-full', () => ({ kind: 'queue-full' }))
    .with('share-taken', () => ({ kind: 'owner-share-taken', share: queueOwnerShare }))
    .exhaustive();
}
