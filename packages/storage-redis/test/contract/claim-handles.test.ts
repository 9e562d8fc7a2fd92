import { Scene } from '@filmgate/conformance';
import type { Job, RecordReceiptInput } from '@filmgate/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/connection/open-store.ts';
import { createRedisStorage } from '../../src/index.ts';
import { createHandleClaiming } from '../../src/jobs/claim-handles.ts';
import { JobKeys } from '../../src/keys/job-keys.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;
beforeEach(async () => {
  server = await startRedisServer();
});
afterEach(() => server.stop());

it('[submission-facts.handle.former-data] handles of a former release are claimed once, the first of equal ones', async () => {
  const prefix = 'former';
  const bundle = await createRedisStorage({ url: server.url, prefix });
  const scene = new Scene(bundle);
  await scene.account('account-1');
  const jobs: Job[] = [];
  for (let index = 0; index < 3; index += 1) jobs.push(await scene.acceptIn('dispatching'));
  const [first, second, third] = jobs;
  const receipt = (job: Job | undefined, handle: string): RecordReceiptInput => ({
    jobId: job?.id ?? '',
    correlationId: job?.correlationId ?? '',
    accountId: 'account-1',
    place: 'mock',
    handle,
    now: scene.now,
  });
  const admin = await server.admin();
  const store = await openStore({ url: server.url, prefix });
  const keys = new JobKeys(store.keys);
  for (const job of [first, second])
    await admin.hset(keys.job(job?.id ?? ''), 'r0', '{"version":1,"value":"same"}');
  await admin.hdel(keys.handles, 'complete');

  await createHandleClaiming({ scripts: store.scripts, keys })();
  expect(await admin.hlen(keys.handles)).toBe(2);
  const taken = await bundle.jobs.recordReceipt(receipt(third, '{"value":"same","version":1}'));
  expect(taken).toMatchObject({ kind: 'handle-taken' });
  const holder = taken.kind === 'handle-taken' ? taken.heldBy : '';
  expect([first?.id, second?.id]).toContain(holder);
  for (const job of [first, second])
    expect(await bundle.reader.dispatches(job?.id ?? '')).toMatchObject([
      {
        handle: '{"version":1,"value":"same"}',
        accountId: job?.id === holder ? 'account-1' : null,
      },
    ]);

  // Claimed once: what is there is not looked at again.
  await admin.hdel(keys.job(holder), 'd0');
  await createHandleClaiming({ scripts: store.scripts, keys })();
  expect(await admin.hget(keys.job(holder), 'd0')).toBeNull();
  await store.close();
  await bundle.close();
});
