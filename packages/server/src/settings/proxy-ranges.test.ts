import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooWideForProxies, wideProxyRanges } from './proxy-ranges.ts';

describe('ranges of proxies', () => {
  it.each([
    '0.0.0.0/0',
    '0.0.0.0/1',
    '10.0.0.0/7',
    '::/0',
    'fc00::/7',
    '2001:db8::/47',
    '::ffff:0:0/96',
    '::ffff:10.0.0.0/103',
    '::/64',
  ])('[guessing.trust-proxy-range] %s is too wide', (range) => {
    expect(isTooWideForProxies(range)).toBe(true);
  });

  it.each([
    '10.0.0.0/8',
    '172.30.0.2',
    '172.30.0.2/32',
    '::1',
    'fd00:1:2::/48',
    '::ffff:10.0.0.0/104',
    'no range',
  ])('[guessing.trust-proxy-range] %s is not', (range) => {
    expect(isTooWideForProxies(range)).toBe(false);
  });

  it('[guessing.trust-proxy-range] that include callers beside proxies are reported', () => {
    const ranges = ['172.16.0.0/12', '10.0.0.0/24', '10.0.0.1', 'fd00:1:2::/48', 'fd00:1:2:3::/64'];
    expect(wideProxyRanges(ranges)).toEqual(['172.16.0.0/12', 'fd00:1:2::/48']);
  });

  it('[guessing.trust-proxy-range] written as IPv4 or as IPv6 are checked alike', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        expect(isTooWideForProxies(`::ffff:${address}/${bits + 96}`)).toBe(
          isTooWideForProxies(`${address}/${bits}`),
        );
      }),
    );
  });
});
