import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { frameChange, frameRead } from '../../src/script/script.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

/** Takes one from a stock: a change, a refusal when the stock is empty, a fault when there never was a stock. */
const take = frameChange({
  name: 'take',
  kind: 'change',
  lua: `
local stock = redis.call('GET', KEYS[1])
if not stock then return fault('there is no stock') end
if tonumber(stock) == 0 then return 'refused', NOTHING_WRITTEN end
redis.call('DECR', KEYS[1])
return 'taken'
`,
});
const look = frameRead({ name: 'look', kind: 'read', lua: "return redis.call('GET', KEYS[1])" });

const stock = 'stock';
const fence = 'fence';
const historyId = 'history';

interface Sent {
  readonly operation?: string;
  readonly node?: string;
  /** The node's memory of the store and of itself. */
  readonly commits?: number;
  readonly ownCommits?: number;
  readonly isRepeat?: boolean;
}

describe('the frame of every script', () => {
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await startRedisServer();
    redis = await server.admin();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await redis.flushall();
    await redis.hset(fence, { history_id: historyId, commits: '7', 'node:a': '3' });
  });

  const memory = ({ node = 'a', commits = 7, ownCommits = 3 }: Sent) => [
    historyId,
    commits,
    ownCommits,
    node,
    '0',
  ];
  const change = (sent: Sent = {}): Promise<unknown> => {
    const own = [Date.now() + 60_000, 60_000, sent.isRepeat === true ? '1' : '0', '0', ''];
    const keys = [stock, sent.operation ?? 'operation', fence];
    return redis.eval(take, keys.length, ...keys, ...memory(sent), ...own);
  };
  const read = (sent: Sent = {}): Promise<unknown> =>
    redis.eval(look, 2, stock, fence, ...memory(sent));

  it.each([
    ['the store knows fewer commits than the node', { commits: 8 }],
    ['the store knows fewer commits of the node itself', { ownCommits: 4 }],
    ['others have pushed the commits up since', { commits: 2, ownCommits: 4 }],
    ['the store has never heard of the node', { node: 'b', ownCommits: 1 }],
  ] as const)(
    '[proof.changed-lines] lets nothing be read or changed when %s',
    async (_case, sent) => {
      await redis.set(stock, 1);
      expect([await change(sent), await read(sent)]).toEqual([['forgotten'], ['forgotten']]);
      expect(await redis.get(stock)).toBe('1');
    },
  );

  it('[proof.changed-lines] counts a change for the store and for the node, and a refusal for neither', async () => {
    await redis.set(stock, 1);
    expect(await change({ operation: 'one' })).toEqual(['done', '8', '4', 'taken', null]);
    expect(await change({ operation: 'two' })).toEqual(['done', '8', '4', 'refused', null]);
    expect(await redis.hmget(fence, 'commits', 'node:a')).toEqual(['8', '4']);
  });

  it('[proof.changed-lines] returns the same outcome for a repeated change, and does it once', async () => {
    await redis.set(stock, 2);
    await change();
    expect(await change({ isRepeat: true })).toEqual(['done', '8', '4', 'taken', null]);
    expect(await redis.get(stock)).toBe('1');
  });

  it('[proof.changed-lines] lets the first sending, come late, do nothing once a repeat of it was refused', async () => {
    await redis.set(stock, 0);
    expect(await change({ isRepeat: true })).toEqual(['done', '7', '3', 'refused', null]);
    await redis.set(stock, 1);
    expect(await change()).toEqual(['done', '7', '3', 'refused', null]);
    expect(await redis.get(stock)).toBe('1');
  });

  it('[proof.changed-lines] lets it do nothing once a repeat of it was a fault, and says so again', async () => {
    const fault = ['fault', 'there is no stock'];
    expect(await change({ isRepeat: true })).toEqual(fault);
    await redis.set(stock, 1);
    expect(await change()).toEqual(fault);
    expect(await redis.get(stock)).toBe('1');
  });
});
