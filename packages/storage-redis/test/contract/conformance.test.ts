import { randomUUID } from 'node:crypto';
import { type StorageHarness, storageConformance } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { auditStore } from '../support/audit-store.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;
let admin: Redis;

beforeAll(async () => {
  server = await startRedisServer();
  admin = await server.admin();
});

afterAll(() => server.stop());

/** A new, empty store under a prefix of its own; whatever a law did, the store must not contradict itself in the end. */
async function harness(): Promise<StorageHarness> {
  const prefix = `law-${randomUUID()}`;
  const opened = new Set<StorageBundle>();
  const open = async () => {
    const bundle = await createRedisStorage({ url: server.url, prefix });
    opened.add(bundle);
    return bundle;
  };
  return {
    bundle: await open(),
    another: open,
    reopen: open,
    dispose: async () => {
      for (const bundle of opened) await bundle.close();
      expect(await auditStore(admin, prefix)).toEqual([]);
    },
  };
}

storageConformance({ runner: { describe, it }, open: harness });
