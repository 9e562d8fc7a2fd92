import { isIP } from 'node:net';
import { checkAddress } from './check-address.ts';
import { isMetadataName } from './special-hosts.ts';

/** One entry of a host list: an origin callers may name, or a family of them. */
export interface AllowedHost {
  readonly scheme: 'http' | 'https';
  /** Lower case, international names in their ASCII form, IPv6 without brackets; for a wildcard the part after `*.`. */
  readonly host: string;
  /** True for `*.host`: every name below `host`, at any depth, but not `host` itself. */
  readonly subdomains: boolean;
  readonly port: number;
  /** True for `private:` entries: the host may be, or resolve to, a private or loopback address. */
  readonly admitsPrivate: boolean;
}

/** URLs that may be fetched: those of a list, or `https` on port 443 of any public host. */
export type AllowedHosts = 'any-public' | readonly AllowedHost[];

/** An unusable entry, with the correction. */
export interface AllowedHostProblem {
  readonly entry: string;
  readonly message: string;
}

/** The whole list, or all its problems. */
export type AllowedHostsReading =
  | { readonly kind: 'parsed'; readonly hosts: readonly AllowedHost[] }
  | {
      readonly kind: 'refused';
      readonly problems: readonly [AllowedHostProblem, ...AllowedHostProblem[]];
    };

/** An entry without its prefixes. */
interface EntryParts {
  readonly scheme: 'http' | 'https';
  readonly admitsPrivate: boolean;
  readonly subdomains: boolean;
  /** Host and optional port. */
  readonly authority: string;
}

const ENTRY = /^(private:)?(?:(https?):\/\/)?(\*\.)?([^/?#@\\*\s]*[^/?#@\\*\s:])$/i;

/**
 * Reads a comma-separated host list. An entry is `[private:][http://|https://]host[:port]`; without a scheme it means
 * `https`, without a port 443 (80 for `http`). `*.example.com` matches every name below `example.com`. `private:`
 * allows an on-premises host. Blank items are ignored.
 */
export function parseAllowedHosts(text: string): AllowedHostsReading {
  const hosts = new Map<string, AllowedHost>();
  const problems: AllowedHostProblem[] = [];
  for (const item of text.split(',')) {
    const entry = item.trim();
    if (entry === '') continue;
    const read = readEntry(entry);
    if (typeof read === 'string') problems.push({ entry, message: read });
    else hosts.set(JSON.stringify(read), read);
  }
  const [first, ...rest] = problems;
  if (first !== undefined) return { kind: 'refused', problems: [first, ...rest] };
  return { kind: 'parsed', hosts: [...hosts.values()] };
}

/** Returns the entry, or a sentence with its problem. */
function readEntry(entry: string): AllowedHost | string {
  const match = ENTRY.exec(entry);
  const authority = match?.[4];
  if (match === null || authority === undefined) return describeShape(entry);
  const parts: EntryParts = {
    scheme: match[2]?.toLowerCase() === 'http' ? 'http' : 'https',
    admitsPrivate: match[1] !== undefined,
    subdomains: match[3] !== undefined,
    authority,
  };
  const url = URL.parse(`${parts.scheme}://${authority}/`);
  if (url === null) return 'not a valid host name, address or port';
  const host = unbracketedHost(url);
  const port = effectivePort(url);
  if (port === 0) return 'port 0 is not allowed';
  const { scheme, subdomains, admitsPrivate } = parts;
  return objection(host, parts) ?? { scheme, host, subdomains, port, admitsPrivate };
}

function objection(host: string, { subdomains, admitsPrivate }: EntryParts): string | undefined {
  if (host.endsWith('.')) return 'remove the dot at the end of the host name';
  if (isMetadataName(host)) return 'cloud metadata services are never allowed';
  if (subdomains && admitsPrivate)
    return 'private: allows one host by name; list each on-premises host separately';
  if (isIP(host) !== 0)
    return subdomains ? 'an address allows no wildcard' : addressObjection(host, admitsPrivate);
  if (subdomains && !host.includes('.'))
    return 'a wildcard needs at least two labels after the star, as in *.example.com';
  return undefined;
}

function addressObjection(address: string, admitsPrivate: boolean): string | undefined {
  const verdict = checkAddress(address);
  if (verdict === 'forbidden') return 'this address is never allowed';
  if (verdict === 'private' && !admitsPrivate)
    return `a private address must be listed as private:${address}`;
  return undefined;
}

function describeShape(entry: string): string {
  if (entry.includes('*')) return 'the star can only replace the first label, as in *.example.com';
  if (
    /^[a-z][a-z0-9+.-]*:\/\//i.test(entry.replace(/^private:/i, '').replace(/^https?:\/\//i, ''))
  ) {
    return 'only https:// and http:// are supported';
  }
  return 'must be only a host and an optional port, as in example.com or https://example.com:8443';
}

/** Returns a URL's host without the brackets of an IPv6 address: the form of resolvers, sockets and lists. */
export function unbracketedHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/**
 * Returns the port of a URL, with the default of its scheme.
 *
 * @param url - with scheme `http` or `https`
 */
export function effectivePort(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'http:' ? 80 : 443;
}
