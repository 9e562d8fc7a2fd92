import { isIP } from 'node:net';
import { type GuardedFetchRefusal, refuse } from './guarded-fetch-refusal.ts';
import { type AddressVerdict, checkAddress } from './check-address.ts';
import {
  type AllowedHost,
  type AllowedHosts,
  effectivePort,
  unbracketedHost,
} from './parse-allowed-hosts.ts';
import { isMetadataName, isPublicName } from './special-hosts.ts';

/** A URL that may be connected to, if its addresses also pass. */
export interface FetchTarget {
  readonly kind: 'target';
  readonly url: URL;
  /** Host name as shown to the caller in messages. */
  readonly host: string;
  /** True if private addresses are allowed for this host. */
  readonly admitsPrivate: boolean;
}

/** Maximum length of a URL: above any signed URL in use, and low enough that a body full of URL costs nothing. */
export const LONGEST_URL = 8192;
/** Maximum length of a host name (RFC 1035 §2.3.4), which the URL parser does not enforce. */
const LONGEST_HOST = 253;

/**
 * Checks everything about a URL that needs no network. Only the WHATWG parser reads the URL, and connections use only
 * the parser's output, so no second interpretation can differ from the first.
 */
export function checkUrl(
  text: string,
  allowedHosts: AllowedHosts,
): FetchTarget | GuardedFetchRefusal {
  if (text.length > LONGEST_URL)
    return refuse('url-too-long', `The URL is longer than ${LONGEST_URL} characters.`);
  const url = URL.parse(text);
  if (url === null) return refuse('url-invalid', 'The URL is not valid.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('scheme-not-allowed', 'Only https URLs are fetched.');
  }
  const host = unbracketedHost(url);
  if (host.length > LONGEST_HOST)
    return refuse('url-invalid', 'The host name in the URL is too long.');
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'credentials-in-url',
      `The URL for the host "${host}" contains a user name or password.`,
    );
  }
  if (host.endsWith('.') || isMetadataName(host))
    return refuse('host-not-allowed', hostMessage(host));
  const admission =
    allowedHosts === 'any-public'
      ? admitPublic(url, host)
      : admitListed({ url, host, allowedHosts });
  if (admission.kind === 'refused') return admission;
  const { admitsPrivate } = admission;
  return (
    literalRefusal({ url, host }, admitsPrivate) ?? { kind: 'target', url, host, admitsPrivate }
  );
}

type Admission = { readonly kind: 'target'; readonly admitsPrivate: boolean } | GuardedFetchRefusal;

function admitPublic(url: URL, host: string): Admission {
  if (url.protocol !== 'https:') return schemeNotAllowed({ url, host });
  if (effectivePort(url) !== 443) return portNotAllowed({ url, host });
  if (isIP(host) === 0 && !isPublicName(host)) return hostNotAllowed({ url, host });
  return { kind: 'target', admitsPrivate: false };
}

interface Listing {
  readonly url: URL;
  readonly host: string;
  readonly allowedHosts: readonly AllowedHost[];
}

function admitListed({ url, host, allowedHosts }: Listing): Admission {
  const named = allowedHosts.filter((entry) => covers(entry, host));
  if (named.length === 0) return hostNotAllowed({ url, host });
  const sameScheme = named.filter(({ scheme }) => url.protocol === `${scheme}:`);
  if (sameScheme.length === 0) return schemeNotAllowed({ url, host });
  const samePort = sameScheme.filter(({ port }) => port === effectivePort(url));
  if (samePort.length === 0) return portNotAllowed({ url, host });
  return { kind: 'target', admitsPrivate: samePort.some(({ admitsPrivate }) => admitsPrivate) };
}

function covers(entry: AllowedHost, host: string): boolean {
  if (!entry.subdomains) return entry.host === host;
  return isIP(host) === 0 && host.endsWith(`.${entry.host}`);
}

type NamedHost = Pick<FetchTarget, 'url' | 'host'>;

function literalRefusal(named: NamedHost, admitsPrivate: boolean): GuardedFetchRefusal | undefined {
  const { host } = named;
  if (isIP(host) === 0) return undefined;
  const verdict = checkAddress(host);
  return verdict === 'public' || (verdict === 'private' && admitsPrivate)
    ? undefined
    : addressNotAllowed(named, host);
}

/** Entry of a host list that would allow a URL with addresses of this kind; undefined where none would. */
function entryOf({ url }: NamedHost, verdict: AddressVerdict): string | undefined {
  if (verdict === 'forbidden') return undefined;
  const origin = url.protocol === 'https:' ? url.host : url.origin;
  return verdict === 'private' ? `private:${origin}` : origin;
}

/** Probable kind of a host's addresses; a name is not resolved for this. */
function guess(host: string): AddressVerdict {
  if (isIP(host) !== 0) return checkAddress(host);
  return isPublicName(host) ? 'public' : 'private';
}

function hostMessage(host: string): string {
  return `The host "${host}" is not allowed.`;
}

function hostNotAllowed(named: NamedHost): GuardedFetchRefusal {
  return refuse('host-not-allowed', hostMessage(named.host), entryOf(named, guess(named.host)));
}

function schemeNotAllowed(named: NamedHost): GuardedFetchRefusal {
  const message = `The host "${named.host}" is not allowed with this scheme.`;
  return refuse('scheme-not-allowed', message, entryOf(named, guess(named.host)));
}

function portNotAllowed(named: NamedHost): GuardedFetchRefusal {
  const message = `The host "${named.host}" is not allowed on this port.`;
  return refuse('port-not-allowed', message, entryOf(named, guess(named.host)));
}

/** Refusal of a host that is, or resolves to, an address that must not be fetched from. */
export function addressNotAllowed(named: NamedHost, address: string): GuardedFetchRefusal {
  const message = `The host "${named.host}" does not have a public address.`;
  return refuse('address-not-allowed', message, entryOf(named, checkAddress(address)));
}
