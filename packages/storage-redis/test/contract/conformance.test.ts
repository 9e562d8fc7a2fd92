import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type ConformanceRunner,
  type StorageHarness,
  storageConformance,
} from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRedisStorage } from '../../src/index.ts';
import { auditStore } from '../support/audit-store.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;
let admin: Redis;
let url: string;

const password = 'of this test';

/** Users of the shipped access list, for stores with these prefixes: the words of `ACL SETUSER`. */
function shippedUsers(prefixes: string): readonly (readonly string[])[] {
  const file = new URL('../../../../deploy/redis-users.acl', import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .replaceAll('{filmgate}', `{${prefixes}}`)
    .replace('SHA256_OF_THE_PASSWORD', createHash('sha256').update(password).digest('hex'))
    .split('\n')
    .map((line) => line.split(' ').slice(1));
}

/** The laws pass with only the rights that the shipped access list gives to gateways. */
beforeAll(async () => {
  server = await startRedisServer();
  admin = await server.admin();
  const users = shippedUsers('law-*');
  const rights = users.find(([name]) => name === 'filmgate') ?? [];
  await admin.call('ACL', 'SETUSER', ...rights);
  url = server.url.replace('//', `//filmgate:${encodeURIComponent(password)}@`);
});

afterAll(() => server.stop());

/** Remaining keys would be scanned by the audit of every later store. */
async function removeStore(prefix: string): Promise<void> {
  for await (const found of admin.scanStream({ match: `{${prefix}}:*`, count: 1000 })) {
    const keys = z.array(z.string()).parse(found);
    if (keys.length > 0) await admin.unlink(...keys);
  }
}

/** A new, empty store under a separate prefix; whatever a law did, the store must be consistent in the end. */
async function harness(): Promise<StorageHarness> {
  const prefix = `law-${randomUUID()}`;
  const opened = new Set<StorageBundle>();
  const open = async () => {
    const bundle = await createRedisStorage({ url, prefix });
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
      await removeStore(prefix);
    },
  };
}

const runner: ConformanceRunner = { describe, it };

/** The first of the random histories represent all of them. */
storageConformance({ runner, open: harness, model: { runs: 8 } });

describe('all histories', { tags: 'long' }, () => {
  const describeHistories: ConformanceRunner['describe'] = (group, laws) => {
    if (['job-store.model', 'job-store.ledger'].includes(group)) runner.describe(group, laws);
  };
  storageConformance({ runner: { describe: describeHistories, it }, open: harness });
});

describe('the shipped access list', () => {
  it('[shipping.redis-access] lets a gateway at its own keys and at nothing that governs the server', async () => {
    const gateway = new Redis(url, { lazyConnect: true });
    await gateway.connect();
    try {
      await expect(gateway.set('{law-x}:a', 'b')).resolves.toBe('OK');
      await expect(gateway.get('{other}:a')).rejects.toThrow(/NOPERM/);
      await expect(gateway.publish('other', 'b')).rejects.toThrow(/NOPERM/);
      const forbidden = [
        ['FLUSHALL'],
        ['KEYS', '*'],
        ['CONFIG', 'SET', 'appendonly', 'no'],
        ['SHUTDOWN'],
        ['ACL', 'LIST'],
        ['SCRIPT', 'FLUSH'],
        ['REPLICAOF', 'NO', 'ONE'],
      ];
      for (const [command = '', ...words] of forbidden)
        await expect(gateway.call(command, ...words), command).rejects.toThrow(/NOPERM/);
    } finally {
      gateway.disconnect();
    }
  });

  it('[shipping.redis-access] leaves a client without a password only the health check', async () => {
    const [name = '', ...rights] = shippedUsers('filmgate')[0] ?? [];
    expect(name).toBe('default');
    await admin.call('ACL', 'SETUSER', 'stranger', ...rights);
    const stranger = new Redis(server.url.replace('//', '//stranger:x@'), {
      lazyConnect: true,
      enableReadyCheck: false,
    });
    await stranger.connect();
    try {
      await expect(stranger.ping()).resolves.toBe('PONG');
      for (const [command = '', ...words] of [['GET', 'a'], ['INFO'], ['EVAL', 'return 1', '0']])
        await expect(stranger.call(command, ...words), command).rejects.toThrow(/NOPERM/);
    } finally {
      stranger.disconnect();
    }
  });
});
