import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressPrefixes } from './address-prefix.ts';

it.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['', 'unknown', 'unknown'],
  ['nonsense', 'unknown', 'unknown'],
])('counts %s as %s and %s', (address, caller, site) => {
  expect(addressPrefixes(address)).toEqual({ caller, site });
});

it('counts all addresses of one /64 as one caller', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  fc.assert(
    fc.property(fc.array(group, { minLength: 4, maxLength: 4 }), (tail) => {
      const { caller } = addressPrefixes(`2001:db8:1:2:${tail.join(':')}`);
      expect(caller).toBe('2001:db8:1:2::/64');
    }),
  );
});
