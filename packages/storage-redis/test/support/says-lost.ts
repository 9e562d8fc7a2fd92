import { createJobFactory } from '@filmgate/conformance';
import { type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { expect } from 'vitest';

const lost = { applied: 'no', reason: 'data-loss' };

/** Waits until a node has detected a loss, and checks that every call reports it. */
export async function saysLost(bundle: StorageBundle): Promise<void> {
  await expect.poll(() => bundle.dataLoss?.lost() ?? null, { timeout: 30_000 }).not.toBeNull();
  const job = createJobFactory(7).newJob();
  const calls = {
    ping: () => bundle.ping(),
    accept: () =>
      bundle.jobs.acceptJob({ job, idempotency: null, queueLimit: 10, now: job.createdAt }),
    find: () => bundle.reader.find(job.id),
    depth: () => bundle.reader.depth(),
    authenticate: () => bundle.apiUsers.authenticate({ keyDigest: 'x', now: 1 }),
    claim: () =>
      bundle.jobs.claimDue({
        lane: 'continue',
        families: ['*'],
        limit: 1,
        holder: 'h',
        leaseUntil: 2,
        now: 1,
      }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const fault = await call().then(
      () => `${name} was answered`,
      (error: unknown) => error,
    );
    expect(fault, name).toBeInstanceOf(StorageUnavailable);
    expect(fault, name).toMatchObject(lost);
  }
}
