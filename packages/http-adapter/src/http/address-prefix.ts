import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The blocks of one address that the budgets of unauthenticated callers count, the narrowest first. */
export interface AddressPrefixes {
  /** One IPv4 address, or the /64 that one IPv6 customer is usually given (RFC 6177 §2). */
  readonly caller: string;
  /** One IPv4 address, or the /48 that one IPv6 site may be given (RFC 6177 §2). */
  readonly site: string;
}

/**
 * Returns the blocks of addresses that one caller can be expected to control. An IPv4-mapped IPv6 address counts as its
 * IPv4 address. Text that is not an address (a Unix socket has none) counts as one caller.
 */
export function addressPrefixes(address: string): AddressPrefixes {
  if (!ipaddr.isValid(address)) return { caller: 'unknown', site: 'unknown' };
  const plain = ipaddr.process(address).toString();
  if (!isIPv6(plain)) return { caller: plain, site: plain };
  return { caller: blockOf(plain, 64), site: blockOf(plain, 48) };
}

function blockOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
}
