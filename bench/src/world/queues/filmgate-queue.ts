import type { Claim } from '@filmgate/core';
import { startBenchGateway } from '../bench-gateway.ts';
import { completed, queuedJob, usualResult } from '../bench-job.ts';
import { usualPrompt } from '../create-body.ts';
import type { QueueUnderTest } from './queue-under-test.ts';

const claimsAtOnce = 64;
const leaseMs = 60_000;

/**
 * The embedded store used as a queue, `synchronous=FULL`: each job is accepted under an idempotency key of its own with
 * its quota reserved and an event, claimed under a lease, and completed with its quota settled and another event.
 */
export async function filmgateQueue(directory: string): Promise<QueueUnderTest> {
  const { running, storage } = await startBenchGateway(directory, 'sqlite');
  const { ids, digest } = running.services;
  const { jobs } = storage;
  const owners = Array.from({ length: 100 }, (_, index) => `user:${index}`);
  const complete = async (claim: Claim): Promise<void> => {
    const now = Date.now();
    const { next, effects } = completed(claim.job, usualResult, now);
    const outcome = await jobs.commit({ claim, from: claim.job, next, effects, lease: 'release', now });
    if (outcome.kind !== 'committed') throw new Error(`a job was not completed: ${outcome.kind}`);
  };
  return {
    async enqueue(index) {
      const now = Date.now();
      const owner = owners[index % owners.length] ?? '';
      const job = queuedJob({ id: `vt_${ids.next()}`, owner, prompt: usualPrompt, createdAt: now });
      const idempotency = { scope: `${owner}/videos`, key: ids.token(16), fingerprint: `1:${digest.sha256(job.id)}` };
      const outcome = await jobs.acceptJob({ job, idempotency, queueLimit: 10_000_000, now });
      if (outcome.kind !== 'accepted') throw new Error(`a job was not accepted: ${outcome.kind}`);
    },
    async completeAll(count) {
      for (let left = count; left > 0; ) {
        const now = Date.now();
        const lane = { lane: 'start', families: ['*'] } as const;
        const lease = { holder: 'bench', leaseUntil: now + leaseMs, now };
        const claims = await jobs.claimDue({ ...lane, ...lease, limit: claimsAtOnce });
        if (claims.length === 0) throw new Error(`${left} jobs were lost`);
        await Promise.all(claims.map(complete));
        left -= claims.length;
      }
    },
    close: () => running.stop(),
  };
}
