import type { Job, JobReader } from '@filmgate/core';

/** Reason why a job has not reached a provider: its last refusal, or the problems of the accounts. */
export async function whyItWaits(
  reader: Pick<JobReader, 'trail'>,
  job: Job,
  problems: readonly string[],
): Promise<string | null> {
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return null;
  return (await lastRefusal(reader, job)) ?? (problems.length === 0 ? null : problems.join(' '));
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
