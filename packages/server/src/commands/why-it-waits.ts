import type { Job, JobReader } from '@filmgate/core';

/** Reason why a job has not reached a provider, as far as one responded: its last refusal, or the account check. */
export async function whyItWaits(
  reader: Pick<JobReader, 'trail'>,
  job: Job,
  unread: readonly string[],
): Promise<string | null> {
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return null;
  return (await lastRefusal(reader, job)) ?? (unread.length === 0 ? null : unread.join('; '));
}

/** Message of the account that refused the job last, or of its provider; null where no account refused. */
export async function lastRefusal(
  reader: Pick<JobReader, 'trail'>,
  job: Job,
): Promise<string | null> {
  if (job.refusals === 0) return null;
  const last = (await reader.trail(job.id)).findLast(({ what }) => what === 'account-refused');
  const detail = last?.detail['detail'];
  return typeof detail === 'string' ? detail : null;
}
