import type { Claim, JobStore } from '@filmgate/core';
import { addApiUser, type BenchGateway, type GatewayPlace } from '../bench-gateway.ts';
import { startBenchGateway } from '../bench-gateway.ts';
import { completed, queuedJob, usualResult } from '../bench-job.ts';
import { usualPrompt } from '../create-body.ts';
import type { QueueUnderTest } from './queue-under-test.ts';

const claimsAtOnce = 64;
const leaseMs = 600_000;
const owners = 100;

/** A store used as a queue, and each of its acts by itself. */
export interface FilmgateQueue extends QueueUnderTest {
  /** Accepts one more job and gives its id. */
  create(): Promise<string>;
  get(id: string): Promise<void>;
  /** Leases the next waiting jobs, as many as a runner takes at once at most. */
  claim(): Promise<readonly Claim[]>;
  complete(claim: Claim): Promise<void>;
}

/**
 * A store used as a queue: each job is accepted under an idempotency key of its own with its quota reserved and an
 * event, claimed under a lease, and completed with its quota settled and another event. SQLite has `synchronous=FULL`.
 */
export async function filmgateQueue(place: GatewayPlace): Promise<FilmgateQueue> {
  const gateway = await startBenchGateway(place, place.redis === undefined ? 'sqlite' : 'redis');
  const { jobs, reader } = gateway.storage;
  const create = await creator(gateway);
  const claim = () => claimSome(jobs);
  return {
    create,
    claim,
    async get(id) {
      if ((await reader.find(id)) === undefined) throw new Error(`${id} was lost`);
    },
    complete: (one) => complete(jobs, one),
    enqueue: async () => void (await create()),
    async completeAll(count) {
      for (let left = count; left > 0; ) {
        const claims = await claim();
        if (claims.length === 0) throw new Error(`${left} jobs were lost`);
        await Promise.all(claims.map((one) => complete(jobs, one)));
        left -= claims.length;
      }
    },
    close: () => gateway.running.stop(),
  };
}

async function creator(gateway: BenchGateway): Promise<() => Promise<string>> {
  const { running, storage } = gateway;
  const { ids, digest } = running.services;
  const names = Array.from({ length: owners }, (_, index) => `owner-${index}`);
  const users = await Promise.all(names.map((name) => addApiUser(gateway, name)));
  let created = 0;
  return async () => {
    const now = Date.now();
    created += 1;
    const owner = users[created % owners]?.owner ?? '';
    const id = `vt_${ids.next()}`;
    const job = queuedJob({ id, owner, prompt: usualPrompt, createdAt: now });
    const claimed = { key: ids.token(16), fingerprint: `1:${digest.sha256(id)}` };
    const idempotency = { scope: `${owner}/videos`, ...claimed };
    const outcome = await storage.jobs.acceptJob({
      job,
      idempotency,
      queueLimit: 10_000_000,
      now,
    });
    if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${outcome.kind}`);
    return id;
  };
}

function claimSome(jobs: JobStore): Promise<readonly Claim[]> {
  const now = Date.now();
  const lease = { holder: 'bench', leaseUntil: now + leaseMs, now };
  return jobs.claimDue({ lane: 'start', families: ['*'], limit: claimsAtOnce, ...lease });
}

async function complete(jobs: JobStore, claim: Claim): Promise<void> {
  const now = Date.now();
  const { next, effects } = completed(claim.job, usualResult, now);
  const input = { claim, from: claim.job, next, effects, lease: 'release', now } as const;
  const outcome = await jobs.commit(input);
  if (outcome.kind !== 'committed') throw new Error(`not completed: ${outcome.kind}`);
}
