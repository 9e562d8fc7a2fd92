import type { AcceptJobInput, AcceptJobOutcome, StorageBundle } from '@filmgate/core';
import { replacing } from './breaking.ts';

/** The bundle with a different way to accept. */
export function accepting(
  accept: (inner: StorageBundle) => (input: AcceptJobInput) => Promise<AcceptJobOutcome>,
) {
  return replacing('jobs', (inner) => ({ acceptJob: accept(inner) }));
}

/** Accepts under a different limit and restores the former one. */
export async function withLimit(
  inner: StorageBundle,
  input: AcceptJobInput,
  totalLimit: number | null,
): Promise<AcceptJobOutcome> {
  const id = input.job.owner.replace('user:', '');
  const { limit } = await inner.apiUsers.usage(input.job.owner);
  await inner.apiUsers.edit({ id, totalLimit, now: input.now });
  const outcome = await inner.jobs.acceptJob(input);
  await inner.apiUsers.edit({ id, totalLimit: limit, now: input.now });
  return outcome;
}

/** Credits left once this job is paid for; below 0 when it cannot be. */
export async function room(inner: StorageBundle, { job }: AcceptJobInput): Promise<number> {
  const { used, reserved, held, limit } = await inner.apiUsers.usage(job.owner);
  return (limit ?? Number.POSITIVE_INFINITY) - used - reserved - held - job.price;
}
