import type { SeenWork, ReportedWork } from '@filmgate/core';
import type { AdminJobRecord, LookedUpWorkRecord, ReportedWorkRecord } from './job.ts';
import { isoInstant, isoInstantOrNull } from './page.ts';

/** Encodes work at a provider, as its list or a read of it reports. */
export function encodeReportedWork({ id, createdAt, compared }: ReportedWork): ReportedWorkRecord {
  return {
    upstream_id: id,
    created_at: isoInstantOrNull(createdAt),
    compared: compared.map(({ field, asked, reported }) => ({ field, asked, reported })),
  };
}

/** Encodes work that was looked up for an unknown job. */
export function encodeLookedUp(
  { work, standing, accountId, usage, sentBetween: { from, to } }: SeenWork,
  job: AdminJobRecord,
): LookedUpWorkRecord {
  return {
    job,
    work: {
      ...encodeReportedWork(work),
      standing,
      account_id: accountId,
      usage: usage === null ? null : { unit: usage.unit, amount: usage.amount },
    },
    sent_between: { from: isoInstant(from), to: isoInstant(to) },
  };
}
