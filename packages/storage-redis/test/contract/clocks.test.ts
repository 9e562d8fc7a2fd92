import { createJobFactory } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;

beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.stop());

interface Node {
  readonly storage: StorageBundle;
  now(): number;
  /** Ids of the jobs it can claim now, with a lease of `leaseMs`. */
  claim(leaseMs: number): Promise<readonly string[]>;
}

/** A node whose clock is `aheadMs` ahead of the server's. */
async function node(prefix: string, aheadMs: number): Promise<Node> {
  const now = () => Date.now() + aheadMs;
  const storage = await createRedisStorage({ url: server.url, prefix, wallNow: now });
  return {
    storage,
    now,
    claim: async (leaseMs) => {
      const at = now();
      const claims = await storage.jobs.claimDue({
        lane: 'start',
        families: ['*'],
        limit: 9,
        holder: `ahead by ${aheadMs}`,
        leaseUntil: at + leaseMs,
        now: at,
      });
      return claims.map(({ job }) => job.id);
    },
  };
}

async function accept({ storage, now }: Node, seed: number): Promise<string> {
  const at = now();
  const job = createJobFactory(seed).newJob({ now: at });
  const outcome = await storage.jobs.acceptJob({ job, idempotency: null, queueLimit: 9, now: at });
  expect(outcome.kind).toBe('accepted');
  return job.id;
}

describe('nodes whose clocks are 30 seconds apart', () => {
  it.each([
    { holder: 0, other: 30_000 },
    { holder: 30_000, other: 0 },
    { holder: -15_000, other: 15_000 },
  ])(
    '[clocks.leases.server-time] take no claim of each other while it lasts, and take it soon after ($holder and $other ms ahead)',
    async ({ holder, other }) => {
      const prefix = `apart${holder}${other}`;
      const [one, two] = [await node(prefix, holder), await node(prefix, other)];
      try {
        const held = await accept(one, 1);
        expect(await one.claim(15_000)).toEqual([held]);
        expect(await two.claim(15_000)).toEqual([]);
        const left = await accept(two, 2);
        expect(await one.claim(300)).toEqual([left]);
        expect(await two.claim(15_000)).toEqual([]);
        await expect.poll(() => two.claim(15_000), { timeout: 10_000 }).toEqual([left]);
        expect(await one.claim(15_000)).toEqual([]);
      } finally {
        await Promise.all([one.storage.close(), two.storage.close()]);
      }
    },
  );

  it('[clocks.leases.server-time] get due instants by their own clocks', async () => {
    const [one, two] = [await node('due', 0), await node('due', 30_000)];
    try {
      const at = two.now();
      const job = createJobFactory(3).newJob({ now: at, dueAt: at + 10_000 });
      await two.storage.jobs.acceptJob({ job, idempotency: null, queueLimit: 9, now: at });
      for (const each of [one, two]) {
        const dueAt = (await each.storage.reader.nextDueAt()) ?? 0;
        expect(Math.abs(dueAt - each.now() - 10_000)).toBeLessThan(3_000);
      }
    } finally {
      await Promise.all([one.storage.close(), two.storage.close()]);
    }
  });

  it('[clocks.retention.server-time] get the time of the server', async () => {
    const ahead = await node('time', 100 * 24 * 3_600_000);
    try {
      const serverTime = (await ahead.storage.serverTime?.()) ?? 0;
      expect(Math.abs(serverTime - Date.now())).toBeLessThan(5_000);
    } finally {
      await ahead.storage.close();
    }
  });
});
