import { execFileSync } from 'node:child_process';
import { StorageUnavailable } from '@filmgate/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type OpenOptions, type OpenStore, openStore } from '../../src/connection/open-store.ts';
import { readServerFacts } from '../../src/server-check/server-facts.ts';
import { count } from '../support/counting.ts';
import {
  type RedisServer,
  type ServerConfig,
  serverProgram,
  startRedisServer,
} from '../support/redis-server.ts';

const servers: RedisServer[] = [];
const stores: OpenStore[] = [];

async function start(config: ServerConfig): Promise<RedisServer> {
  const server = await startRedisServer(config);
  servers.push(server);
  return server;
}

async function open(server: RedisServer, options: Partial<OpenOptions> = {}): Promise<OpenStore> {
  const store = await openStore({ url: server.url, settleWithinMs: 3000, ...options });
  stores.push(store);
  return store;
}

/** The sentence with which the server was refused. */
async function refusal(server: RedisServer, options: Partial<OpenOptions> = {}): Promise<string> {
  const fault = await open(server, options).then(
    () => 'It was let in.',
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StorageUnavailable);
  return fault instanceof Error ? fault.message : '';
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const server of servers.splice(0)) await server.stop();
});

describe('a server that could lose acknowledged data', () => {
  it.each([
    ['keeps no file', { appendonly: 'no' }, 'appendonly yes'],
    ['syncs each second', { appendfsync: 'everysec' }, 'appendfsync always'],
    ['never syncs', { appendfsync: 'no' }, 'appendfsync always'],
    ['evicts keys', { 'maxmemory-policy': 'allkeys-lru' }, 'maxmemory-policy noeviction'],
    ['skips syncing', { 'no-appendfsync-on-rewrite': 'yes' }, 'no-appendfsync-on-rewrite no'],
    [
      'lacks everything, as fresh from the package',
      { appendonly: 'no', appendfsync: 'everysec', 'maxmemory-policy': 'volatile-ttl' },
      'appendonly yes appendfsync always maxmemory-policy noeviction',
    ],
  ] as const)(
    '[redis.start.refuses-weak] is refused when it %s, and the command given mends it',
    async (_, config, settings) => {
      const server = await start(config);
      const message = await refusal(server);
      const [, client = '', command] = /(\w+-cli) (.*)$/mu.exec(message) ?? [];
      expect(client).toBe(serverProgram.replace('-server', '-cli'));
      expect(command).toBe(`-h 127.0.0.1 -p ${String(server.port)} CONFIG SET ${settings}`);
      expect(
        execFileSync(client, command?.split(' ') ?? [])
          .toString()
          .trim(),
      ).toBe('OK');
      expect(await count(await open(server))).toBe(1);
    },
  );

  it('[redis.start.weaker-profile] is let in with syncs each second when the operator chose that, and with none never', async () => {
    const server = await start({ appendfsync: 'everysec' });
    const weaker = { durability: 'every-second' } as const;
    expect(await count(await open(server, weaker))).toBe(1);
    const careless = await start({ appendfsync: 'no' });
    expect(await refusal(careless, weaker)).toContain('appendfsync everysec');
    const careful = await start({ appendfsync: 'always' });
    expect(await count(await open(careful, weaker))).toBe(1);
  });

  it('[redis.start.refuses-weak] is refused again when it became weak between two checks, and is let in when mended', async () => {
    const server = await start({});
    const store = await open(server, { responseTimeoutMs: 500, reconnectAfterMs: 20 });
    await count(store);
    await server.restart('kept', { appendfsync: 'everysec' });
    await expect.poll(() => store.ping().catch(String)).toContain('appendfsync always');
    const admin = await server.admin();
    await admin.config('SET', 'appendfsync', 'always');
    await expect.poll(() => count(store).catch(String)).toBe(2);
  });
});

describe('a server that does not show its settings', () => {
  it('[redis.start.vouched] is refused unless the operator vouches for it; what it does show still counts', async () => {
    const server = await start({});
    const admin = await server.admin();
    await admin.acl('SETUSER', 'default', '-config');
    expect(await refusal(server)).toContain('FILMGATE_REDIS_VOUCHED');
    expect(await count(await open(server, { assumeDurable: true }))).toBe(1);

    const evicting = await start({ 'maxmemory-policy': 'allkeys-lru' });
    await (await evicting.admin()).acl('SETUSER', 'default', '-config');
    expect(await refusal(evicting, { assumeDurable: true })).toContain(
      'evicts keys when its memory is full (allkeys-lru)',
    );
    const fileless = await start({ appendonly: 'no' });
    await (await fileless.admin()).acl('SETUSER', 'default', '-config');
    expect(await refusal(fileless, { assumeDurable: true })).toContain('append-only');
  });
});

describe('Redis and Valkey', () => {
  it('[redis.servers] are distinguished: the tested server is the one that was named', async () => {
    const client = await (await start({})).admin();
    const { product, version } = readServerFacts(await client.info(), null);
    expect(`${product}-server`).toBe(serverProgram);
    expect(execFileSync(serverProgram, ['--version']).toString()).toContain(`v=${version} `);
  });
});

describe('a server that is not the one to talk to', () => {
  it('[redis.start.primary] is refused when it is a replica, with the address of its primary', async () => {
    const primary = await start({});
    const replica = await start({ replicaof: `127.0.0.1 ${String(primary.port)}` });
    expect(await refusal(replica)).toContain(primary.url);
  });

  it('[redis.start.cluster] is refused when it is a node of a cluster that does not hold the store, with the address of the one that does', {
    tags: 'long',
  }, async () => {
    const clustered = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '500' };
    const [holder, other] = [await start(clustered), await start(clustered)];
    expect(await refusal(other)).toContain('CLUSTER');
    const admin = await holder.admin();
    await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await (await other.admin()).call('CLUSTER', 'MEET', '127.0.0.1', String(holder.port));
    await expect
      .poll(() => refusal(other), { timeout: 20_000 })
      .toContain(`Use the address redis://127.0.0.1:${String(holder.port)}`);
    expect(await count(await open(holder))).toBe(1);
  });

  it('is refused with its own words when it asks for a password, which never shows', {
    tags: 'long',
  }, async () => {
    const server = await start({ requirepass: 'sesame-open' });
    const wrong = server.url.replace('redis://', 'redis://:not-sesame@');
    for (const url of [server.url, wrong]) {
      const message = await refusal(server, { url });
      expect(message).toMatch(/NOAUTH|WRONGPASS/u);
      expect(message).not.toContain('sesame');
    }
    const right = server.url.replace('redis://', 'redis://:sesame-open@');
    expect(await count(await open(server, { url: right }))).toBe(1);
  });

  it('is refused within the bound when no server is there', async () => {
    const server = await start({});
    await server.kill();
    expect(await refusal(server, { settleWithinMs: 300 })).toContain('cannot be reached');
  });
});
