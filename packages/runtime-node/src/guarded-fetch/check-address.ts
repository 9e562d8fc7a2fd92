import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { METADATA_ADDRESSES } from './special-hosts.ts';

/**
 * `public`: global unicast. `private`: an organisation's own or this machine's, fetched only where an operator named
 * the host. `forbidden`: never fetched.
 */
export type AddressVerdict = 'public' | 'private' | 'forbidden';

/** The only IPv6 space assigned for global unicast so far (IANA IPv6 Address Space). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Blocks of `GLOBAL_UNICAST` without hosts: IETF protocols, documentation, 6to4 (IANA special-purpose registry). */
const NOT_FOR_HOSTS = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((cidr) => ipaddr.IPv6.parseCIDR(cidr));

/**
 * Classifies one address by the IANA special-purpose registries. IPv4 embedded in IPv6 (mapped, compatible, NAT64,
 * 6to4, Teredo) is forbidden whatever the inner address: no public host needs it, and each form hides a private one.
 *
 * @param address - canonical text, as a resolver or socket returns it; anything else is forbidden
 */
export function checkAddress(address: string): AddressVerdict {
  if (isIP(address) === 0) return 'forbidden';
  const parsed = ipaddr.parse(address);
  if (METADATA_ADDRESSES.has(parsed.toString())) return 'forbidden';
  return parsed instanceof ipaddr.IPv4 ? checkVersion4(parsed) : checkVersion6(parsed);
}

/** Ranges for internal use by an organisation or a provider (RFC 1918, RFC 6598), and this machine itself. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'loopback', 'carrierGradeNat']);

function checkVersion4(address: ipaddr.IPv4): AddressVerdict {
  const range = address.range();
  if (range === 'unicast') return 'public';
  return PRIVATE_RANGES.has(range) ? 'private' : 'forbidden';
}

function checkVersion6(address: ipaddr.IPv6): AddressVerdict {
  const range = address.range();
  if (range === 'loopback' || range === 'uniqueLocal') return 'private';
  const isPublic =
    address.match(GLOBAL_UNICAST) && !NOT_FOR_HOSTS.some((block) => address.match(block));
  return isPublic ? 'public' : 'forbidden';
}
