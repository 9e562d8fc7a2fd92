import { randomUUID } from 'node:crypto';
import { spawnProgram } from '@filmgate/conformance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createRedisStorage } from '../../src/index.ts';
import { auditStore } from '../support/audit-store.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const racingNode = new URL('../support/racing-node.ts', import.meta.url);
const processes = 4;
const rounds = 40;
/** Credits of a job of the kit. */
const cost = 8;
/** Number of jobs the limit pays for. */
const paidFor = 25;
/** Slots of the account. */
const concurrency = 9;

const report = z.object({
  creates: z.array(z.object({ kind: z.string(), id: z.string().nullable() })),
  claims: z.array(z.string()),
  granted: z.array(z.string()),
});

let server: RedisServer;

beforeAll(async () => {
  server = await startRedisServer();
});

afterAll(() => server.stop());

it('[invariants.i3-one-job-per-key] [invariants.i4-ledger-balanced] [invariants.i10-account-cap] processes that race for keys, credits, leases and slots get each once', async () => {
  const prefix = `race-${randomUUID()}`;
  const store = await createRedisStorage({ url: server.url, prefix });
  const settings = { label: 'one', concurrency, credits: 1_000_000 };
  await store.accounts.add({ id: 'account-1', endpoint: 'mock', settings, now: 1 });
  const user = { id: 'limited', name: 'limited', keyDigest: 'd', keyHint: 'h', now: 1 };
  await store.apiUsers.create({ ...user, totalLimit: paidFor * cost + cost - 1 });
  const seeds = Array.from({ length: processes }, (_, index) => index + 1);
  const running = seeds.map((seed) =>
    spawnProgram({ program: racingNode, args: [server.url, prefix, String(seed)] }),
  );
  for (const seed of seeds)
    await expect
      .poll(() => store.values.get(`ready-${String(seed)}`), { timeout: 60_000 })
      .toBe('yes');
  await store.values.put('go', String(rounds));
  const reports = await Promise.all(
    running.map(async (node) => report.parse(JSON.parse(await node.output()))),
  );
  for (const node of running) expect(await node.ended()).toEqual({ code: 0, errors: '' });

  const kinds = Array.from({ length: rounds }, (_, round) =>
    reports.map(({ creates }) => creates[round]?.kind).toSorted(),
  );
  const replays = Array.from({ length: processes - 1 }, () => 'replayed');
  const refusals = Array.from({ length: processes }, () => 'quota-exhausted');
  expect(kinds).toEqual(
    Array.from({ length: rounds }, (_, round) =>
      round < paidFor ? ['accepted', ...replays] : refusals,
    ),
  );
  const ids = reports.map(({ creates }) => creates.map(({ id }) => id).join());
  expect(new Set(ids).size).toBe(1);

  const claims = reports.flatMap((one) => one.claims);
  expect(claims.length).toBe(paidFor);
  expect(new Set(claims.map((claim) => claim.split(' ', 1)[0])).size).toBe(paidFor);
  expect(reports.flatMap(({ granted }) => granted).length).toBe(concurrency);
  expect((await store.accounts.find('account-1'))?.busy).toBe(concurrency);
  expect((await store.apiUsers.usage('user:limited')).reserved).toBe(paidFor * cost);
  expect(await auditStore(await server.admin(), prefix)).toEqual([]);
  await store.close();
}, 120_000);
