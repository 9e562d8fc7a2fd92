import type { Job, JobReader } from '@filmgate/core';

/** Why a job is not with a provider, as far as one was asked: of the last refusal, or of the look at the accounts. */
export async function whyItWaits(
  reader: Pick<JobReader, 'trail'>,
  job: Job,
  unread: readonly string[],
): Promise<string | null> {
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return null;
  return (await lastRefusal(reader, job)) ?? (unread.length === 0 ? null : unread.join('; '));
}

/** What the account that refused it last, or its provider, said; null where none did. */
export async function lastRefusal(
  reader: Pick<JobReader, 'trail'>,
  job: Job,
): Promise<string | null> {
  if (job.refusals === 0) return null;
  const last = (await reader.trail(job.id)).findLast(({ what }) => what === 'account-refused');
  const detail = last?.detail['detail'];
  return typeof detail === 'string' ? detail : null;
}
