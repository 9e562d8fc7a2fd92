import { describe, expect, it } from 'vitest';
import { sharedAddresses } from './request-bounds.ts';

describe('addresses that many callers share', () => {
  const isShared = sharedAddresses(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);

  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.200.3',
    '::ffff:10.1.0.1',
    '192.0.2.7',
    '2001:db8:1::5',
  ])('[flow.connections.bounded] are loopback and the trusted proxies: %s', (address) => {
    expect(isShared(address)).toBe(true);
  });

  it.each(['', '10.2.0.1', '192.0.2.8', '203.0.113.9', '2001:db9::1', '::ffff:203.0.113.9', 'x'])(
    '[flow.connections.bounded] are no others: %j',
    (address) => {
      expect(isShared(address)).toBe(false);
    },
  );
});
