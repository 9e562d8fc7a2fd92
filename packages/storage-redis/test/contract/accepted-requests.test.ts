import { randomUUID } from 'node:crypto';
import { acceptAnything, type StorageHarness } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const seed = 20_261_124;

let server: RedisServer;

beforeAll(async () => {
  server = await startRedisServer();
});

afterAll(() => server.stop());

async function harness(): Promise<StorageHarness> {
  const prefix = `accepted-${randomUUID()}`;
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
    },
  };
}

it('[accepted.never-throws] random values through accept never throw, and what is accepted is read by the next connection', async () => {
  const options = { open: harness, values: 4_000, valuesPerStore: 2_000, seed };
  expect(await acceptAnything(options)).toBeGreaterThan(100);
}, 60_000);
