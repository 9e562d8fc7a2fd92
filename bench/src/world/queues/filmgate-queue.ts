import type { Claim, JobStore } from '@filmgate/core';
import { addApiUser, startBenchGateway } from '../bench-gateway.ts';
import { completed, queuedJob, usualResult } from '../bench-job.ts';
import { usualPrompt } from '../create-body.ts';
import type { QueueUnderTest } from './queue-under-test.ts';

const claimsAtOnce = 64;
const leaseMs = 60_000;
const owners = 100;

/**
 * The embedded store used as a queue, `synchronous=FULL`: each job is accepted under an idempotency key of its own with
 * its quota reserved and an event, claimed under a lease, and completed with its quota settled and another event.
 */
export async function filmgateQueue(directory: string): Promise<QueueUnderTest> {
  const gateway = await startBenchGateway(directory, 'sqlite');
  const { running, storage } = gateway;
  const { ids, digest } = running.services;
  const names = Array.from({ length: owners }, (_, index) => `owner-${index}`);
  const users = await Promise.all(names.map((name) => addApiUser(gateway, name)));
  return {
    async enqueue(index) {
      const now = Date.now();
      const owner = users[index % owners]?.owner ?? '';
      const id = `vt_${ids.next()}`;
      const job = queuedJob({ id, owner, prompt: usualPrompt, createdAt: now });
      const claimed = { key: ids.token(16), fingerprint: `1:${digest.sha256(id)}` };
      const idempotency = { scope: `${owner}/videos`, ...claimed };
      const input = { job, idempotency, queueLimit: 10_000_000, now };
      const outcome = await storage.jobs.acceptJob(input);
      if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${outcome.kind}`);
    },
    completeAll: (count) => completeAll(storage.jobs, count),
    close: () => running.stop(),
  };
}

async function completeAll(jobs: JobStore, count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    const now = Date.now();
    const lease = { holder: 'bench', leaseUntil: now + leaseMs, now };
    const wish = { lane: 'start', families: ['*'], limit: claimsAtOnce } as const;
    const claims = await jobs.claimDue({ ...wish, ...lease });
    if (claims.length === 0) throw new Error(`${left} jobs were lost`);
    await Promise.all(claims.map((claim) => complete(jobs, claim)));
    left -= claims.length;
  }
}

async function complete(jobs: JobStore, claim: Claim): Promise<void> {
  const now = Date.now();
  const { next, effects } = completed(claim.job, usualResult, now);
  const input = { claim, from: claim.job, next, effects, lease: 'release', now } as const;
  const outcome = await jobs.commit(input);
  if (outcome.kind !== 'committed') throw new Error(`not completed: ${outcome.kind}`);
}
