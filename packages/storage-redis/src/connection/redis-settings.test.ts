import { describe, expect, it } from 'vitest';
import { clientOptions, defaultRedisSettings } from './redis-settings.ts';

const at = (url: string) => clientOptions({ ...defaultRedisSettings, url });

describe('clientOptions', () => {
  it('sends nothing twice and holds nothing back', () => {
    expect(at('redis://h')).toMatchObject({
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 2000,
      reconnectOnError: null,
    });
    const { retryStrategy } = at('redis://h');
    expect([1, 2, 50].map((times) => retryStrategy?.(times))).toEqual([100, 100, 100]);
  });

  it.each([
    ['redis://h', { host: 'h', port: 6379 }],
    ['redis://h:7000/3', { host: 'h', port: 7000, db: 3 }],
    ['redis://user:p%40ss@h', { host: 'h', username: 'user', password: 'p@ss' }],
    ['redis://:secret@[::1]:1', { host: '::1', port: 1, password: 'secret' }],
    ['rediss://h', { host: 'h', tls: {} }],
    ['unix:///run/redis%20one.sock', { path: '/run/redis one.sock' }],
  ])('reads %s', (url, expected) => {
    expect(at(url)).toMatchObject(expected);
    expect('tls' in at(url)).toBe('tls' in expected);
  });

  it.each(['http://h', 'redis://h/x', 'redis://h/1/2', 'redis://h/-1', 'h:6379'])(
    'refuses %s',
    (url) => {
      expect(() => at(url)).toThrow(TypeError);
    },
  );
});
