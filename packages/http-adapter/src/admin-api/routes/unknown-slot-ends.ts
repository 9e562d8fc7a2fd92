import { type AccountLoad, allJobsQuery, unknownSlotEnd } from '@filmgate/core';
import type { AdminApiDeps } from '../deps.ts';
import type { UnknownSlotEnds } from '../schemas/slot-use.ts';

/** Older unknown outcomes hold no slot any more, so the newest are read. */
const jobsLookedAt = 200;

/** Reads until when unknown outcomes hold slots: one page of jobs, and none if no slot is held for one. */
export async function readUnknownSlotEnds(
  { gateway, status }: Pick<AdminApiDeps, 'gateway' | 'status'>,
  loads: readonly AccountLoad[],
): Promise<UnknownSlotEnds> {
  const ends = new Map<string, number>();
  if (loads.every(({ busyUnknown }) => busyUnknown === 0)) return ends;
  const page = await gateway.list({
    ...allJobsQuery,
    owner: null,
    states: ['outcome_unknown'],
    limit: jobsLookedAt,
  });
  for (const job of page.kind === 'page' ? page.jobs : []) {
    const end = unknownSlotEnd(job, status.unknownSlotMs());
    if (end !== null && job.accountId !== null)
      ends.set(job.accountId, Math.max(end, ends.get(job.accountId) ?? 0));
  }
  return ends;
}
