import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Prefix lengths of the widest private range of IPv4 (RFC 1918 §3), and of one IPv6 site (RFC 6177 §2). */
const widest = { ipv4: 8, ipv6: 48 } as const;
/** Prefix lengths from which a range is as safe as one proxy: a small subnet, one IPv6 network. */
const advisable = { ipv4: 24, ipv6: 64 } as const;

type Limits = Readonly<Record<'ipv4' | 'ipv6', number>>;

/** Number of bits before an IPv4 address written as IPv6 (RFC 4291 §2.5.5.2). */
const mappedBits = 96;
const mapped = ipaddr.IPv6.parse('::ffff:0:0');

/** True if a text is an address or a CIDR range. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/** True if a range is so wide that it must contain callers beside proxies; false for a text that is no range. */
export function isTooWideForProxies(text: string): boolean {
  return isAddressRange(text) && isWiderThan(text, widest);
}

/** Returns ranges with room for callers, who could then claim any address. */
export function wideProxyRanges(ranges: readonly string[]): readonly string[] {
  return ranges.filter((range) => isWiderThan(range, advisable));
}

function isWiderThan(range: string, limits: Limits): boolean {
  if (!range.includes('/')) return false;
  const [address, bits] = ipaddr.parseCIDR(range);
  if (address instanceof ipaddr.IPv4) return bits < limits.ipv4;
  // An IPv6 range includes the IPv4 addresses it contains in their mapped form.
  if (address.match(mapped, Math.min(bits, mappedBits))) return bits - mappedBits < limits.ipv4;
  return bits < limits.ipv6;
}
