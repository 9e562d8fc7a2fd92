import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { describeShortcomings, checkServerFacts } from './check-server-facts.ts';
import { readServerFacts, type ServerFacts } from './server-facts.ts';

const fit: ServerFacts = {
  product: 'redis',
  version: '7.0.15',
  redisVersion: '7.0.15',
  mode: 'standalone',
  runId: 'a',
  role: 'master',
  primary: null,
  appendOnly: true,
  appendFsync: 'always',
  skipsFsyncOnRewrite: false,
  evictionPolicy: 'noeviction',
  lastWriteOk: true,
};
const strict = { durability: 'every-write', assumeDurable: false } as const;
const weaker = { durability: 'every-second', assumeDurable: false } as const;
const vouched = { durability: 'every-write', assumeDurable: true } as const;

describe('checkServerFacts', () => {
  it.each([
    ['a fit one', {}, strict, 0],
    ['a fit one under the weaker profile', {}, weaker, 0],
    ['Redis 6', { redisVersion: '6.2.14', version: '6.2.14' }, strict, 1],
    ['Valkey 8', { product: 'valkey', version: '8.0.1', redisVersion: '7.2.4' }, strict, 0],
    ['something without a version', { redisVersion: '' }, strict, 1],
    ['a replica', { role: 'slave', primary: 'h:1' }, strict, 1],
    ['a Sentinel', { mode: 'sentinel', role: 'sentinel' }, strict, 1],
    ['no file', { appendOnly: false }, strict, 1],
    ['no file, vouched for', { appendOnly: false }, vouched, 1],
    ['a hidden file, vouched for', { appendOnly: null }, vouched, 0],
    ['a hidden file', { appendOnly: null }, strict, 1],
    ['a sync each second', { appendFsync: 'everysec' }, strict, 1],
    ['a sync each second, wanted so', { appendFsync: 'everysec' }, weaker, 0],
    ['a sync each second, seen and vouched for', { appendFsync: 'everysec' }, vouched, 1],
    ['no sync', { appendFsync: 'no' }, weaker, 1],
    ['a hidden sync', { appendFsync: null }, strict, 1],
    ['a hidden sync, vouched for', { appendFsync: null }, vouched, 0],
    ['no sync while it rewrites', { skipsFsyncOnRewrite: true }, strict, 1],
    ['eviction', { evictionPolicy: 'allkeys-lfu' }, vouched, 1],
    ['hidden eviction', { evictionPolicy: null }, strict, 1],
    ['hidden eviction, vouched for', { evictionPolicy: null }, vouched, 0],
    ['a failing disk', { lastWriteOk: false }, vouched, 1],
    ['everything at once', { role: 'slave', appendOnly: false, appendFsync: 'no' }, strict, 3],
  ] as const)('finds in %s what is wrong', (_, difference, demands, problems) => {
    expect(checkServerFacts({ ...fit, ...difference }, demands)).toHaveLength(problems);
  });

  const facts = fc.record({
    product: fc.constantFrom('redis', 'valkey'),
    version: fc.string(),
    redisVersion: fc.constantFrom('6.2.1', '7.0.0', '7.2.4', '8.4.0'),
    mode: fc.constantFrom('standalone', 'cluster', 'sentinel'),
    runId: fc.string(),
    role: fc.constantFrom('master', 'slave'),
    primary: fc.constantFrom(null, 'h:1'),
    appendOnly: fc.constantFrom(true, false, null),
    appendFsync: fc.constantFrom('always', 'everysec', 'no', null),
    skipsFsyncOnRewrite: fc.constantFrom(true, false, null),
    evictionPolicy: fc.constantFrom('noeviction', 'allkeys-lru', null),
    lastWriteOk: fc.boolean(),
  });

  test.prop([facts])(
    'never lets in under the strict profile what it would refuse under the weaker',
    (server) => {
      const isFit = checkServerFacts(server, strict).length === 0;
      expect(isFit && checkServerFacts(server, weaker).length > 0).toBe(false);
      if (isFit) expect(server.appendFsync).toBe('always');
    },
  );

  test.prop([facts])('needs nothing more once the settings it names are made', (server) => {
    const named = checkServerFacts(server, strict).flatMap(({ mend }) =>
      mend.kind === 'settings' ? mend.settings : [],
    );
    const made = new Map(named);
    const mended = {
      ...server,
      appendOnly: made.has('appendonly') ? true : server.appendOnly,
      appendFsync: made.get('appendfsync') ?? server.appendFsync,
      evictionPolicy: made.get('maxmemory-policy') ?? server.evictionPolicy,
      skipsFsyncOnRewrite: made.has('no-appendfsync-on-rewrite')
        ? false
        : server.skipsFsyncOnRewrite,
    };
    expect(checkServerFacts(mended, strict).some(({ mend }) => mend.kind === 'settings')).toBe(
      false,
    );
  });
});

describe('describeShortcomings', () => {
  const shortcomings = checkServerFacts({ ...fit, appendOnly: false, appendFsync: 'no' }, strict);
  it.each([
    ['redis://h', '-h h -p 6379'],
    ['redis://user:secret@h:7000/3', '-h h -p 7000 --user user'],
    ['rediss://[::1]:1', '-h ::1 -p 1 --tls'],
    ['unix:///run/redis.sock', '-s /run/redis.sock'],
  ])('gives one command for %s, without the password', (url, target) => {
    const text = describeShortcomings(shortcomings, { product: 'redis', url });
    expect(text).toContain(`redis-cli ${target} CONFIG SET appendonly yes appendfsync always`);
    expect(text).not.toContain('secret');
  });

  it('names Valkey and its client where that is what is talked to', () => {
    const valkey: ServerFacts = {
      ...fit,
      product: 'valkey',
      role: 'slave',
      lastWriteOk: false,
      appendOnly: false,
    };
    const text = describeShortcomings(checkServerFacts(valkey, strict), {
      ...valkey,
      url: 'redis://h',
    });
    expect(text).toContain('Valkey is not safe');
    expect(text.match(/\w+-cli/gu)).toEqual(['valkey-cli', 'valkey-cli', 'valkey-cli']);
  });
});

describe('readServerFacts', () => {
  const info = [
    '# Server',
    'redis_version:7.2.4',
    'server_name:valkey',
    'valkey_version:8.0.1',
    'redis_mode:standalone',
    'run_id:abc',
    '# Replication',
    'role:slave',
    'master_host:fe80::1',
    'master_port:6380',
    'aof_enabled:1',
    'aof_last_write_status:err',
    'maxmemory_policy:allkeys-lru',
    '',
  ].join('\r\n');

  it('reads from INFO what CONFIG does not show', () => {
    expect(readServerFacts(info, null)).toEqual({
      product: 'valkey',
      version: '8.0.1',
      redisVersion: '7.2.4',
      mode: 'standalone',
      runId: 'abc',
      role: 'slave',
      primary: 'fe80::1:6380',
      appendOnly: true,
      appendFsync: null,
      skipsFsyncOnRewrite: null,
      evictionPolicy: 'allkeys-lru',
      lastWriteOk: false,
    });
  });

  it('knows a Valkey that passes for Redis, and a Redis that names nothing', () => {
    const passing = info.replace('server_name:valkey', 'server_name:redis');
    expect(readServerFacts(passing, null)).toMatchObject({ product: 'valkey', version: '8.0.1' });
    const redis = info.replace(/server_name.*\r\nvalkey_version.*\r\n/u, '');
    expect(readServerFacts(redis, null)).toMatchObject({ product: 'redis', version: '7.2.4' });
  });

  it('believes CONFIG where it speaks', () => {
    const config = new Map([
      ['appendonly', 'no'],
      ['appendfsync', 'everysec'],
      ['no-appendfsync-on-rewrite', 'yes'],
      ['maxmemory-policy', 'noeviction'],
    ]);
    expect(readServerFacts(info, config)).toMatchObject({
      appendOnly: false,
      appendFsync: 'everysec',
      skipsFsyncOnRewrite: true,
      evictionPolicy: 'noeviction',
    });
  });
});
