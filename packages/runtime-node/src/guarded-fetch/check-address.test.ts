import { BlockList } from 'node:net';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { METADATA_ADDRESSES } from './special-hosts.ts';

/** IANA IPv4 Special-Purpose Address Registry, multicast and reserved space, written out here as the oracle. */
const SPECIAL_4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 168.63.129.16/32',
];
const PRIVATE_4 = ['10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16'];
/** Blocks of 2000::/3 that the IPv6 registry reserves. */
const SPECIAL_6 = ['2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20'];

function blocks(lines: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const cidr of lines.join(' ').split(' ')) {
    const [network = '', prefix] = cidr.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

const special4 = blocks(SPECIAL_4, 'ipv4');
const private4 = blocks(PRIVATE_4, 'ipv4');
const special6 = blocks(SPECIAL_6, 'ipv6');
const global6 = blocks(['2000::/3'], 'ipv6');
const private6 = blocks(['::1/128 fc00::/7'], 'ipv6');

/** First and last address of every special block, and their neighbours outside. */
const edges = SPECIAL_4.join(' ')
  .split(' ')
  .flatMap((cidr) => {
    const [network = '', prefix] = cidr.split('/');
    const first = network.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
    const last = first + 2 ** (32 - Number(prefix)) - 1;
    return [first - 1, first, last, last + 1].filter((value) => value >= 0 && value < 2 ** 32);
  });
const address4 = fc
  .oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(...edges))
  .map((value) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.'));
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const address6 = fc
  .tuple(
    fc.oneof(
      group,
      fc.constantFrom('2000', '2001', '2002', '3fff', '2620', 'fc00', 'fe80', '0', '64'),
    ),
    fc.array(group, { minLength: 7, maxLength: 7 }),
  )
  .map(([first, rest]) => [first, ...rest].join(':'));

describe('IPv4', () => {
  law.prop([address4], { numRuns: 5000 })('agrees with the registry', (address) => {
    const isPrivate = private4.check(address, 'ipv4') && !METADATA_ADDRESSES.has(address);
    const elsewhere = special4.check(address, 'ipv4') ? 'forbidden' : 'public';
    const expected = isPrivate ? 'private' : elsewhere;
    expect(checkAddress(address)).toBe(expected);
  });

  law.prop([address4])('in IPv6 clothes is never fetched', (address) => {
    const [high, low] = hexPairs(address);
    for (const dressed of [
      `::ffff:${address}`,
      `::${address}`,
      `64:ff9b::${address}`,
      `2002:${high}:${low}::1`,
    ]) {
      expect({ dressed, verdict: checkAddress(dressed) }).not.toEqual({
        dressed,
        verdict: 'public',
      });
    }
    expect(checkAddress(`::ffff:${address}`)).toBe('forbidden');
  });
});

describe('IPv6', () => {
  law.prop([address6], { numRuns: 5000 })('agrees with the registry', (address) => {
    const isPublic = global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
    const elsewhere = isPublic ? 'public' : 'forbidden';
    const expected = private6.check(address, 'ipv6') ? 'private' : elsewhere;
    expect(checkAddress(address)).toBe(expected);
  });
});

describe('by name', () => {
  test.for([
    ['93.184.215.14', 'public'],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'public'],
    ['127.0.0.1', 'private'],
    ['::1', 'private'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['0.0.0.0', 'forbidden'],
    ['::', 'forbidden'],
    ['169.254.169.254', 'forbidden'],
    ['100.100.100.200', 'forbidden'],
    ['168.63.129.16', 'forbidden'],
    ['192.0.0.192', 'forbidden'],
    ['fd00:ec2::254', 'forbidden'],
    ['FD00:0EC2:0000::0254', 'forbidden'],
    ['fd20:ce::254', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['fe80::1%eth0', 'forbidden'],
    ['fec0::1', 'forbidden'],
    ['ff02::1', 'forbidden'],
    ['2001:0:5ef5:79fb::1', 'forbidden'],
    ['64:ff9b:1::1', 'forbidden'],
    ['100::1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
    ['', 'forbidden'],
    ['localhost', 'forbidden'],
    ['127.1', 'forbidden'],
    ['2130706433', 'forbidden'],
    ['0x7f000001', 'forbidden'],
    ['8.8.8.8 ', 'forbidden'],
    ['[2606:4700::1]', 'forbidden'],
  ] as const)('%j is %s', ([address, verdict]) => {
    expect(checkAddress(address)).toBe(verdict);
  });
});

function hexPairs(address: string): readonly [string, string] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}
