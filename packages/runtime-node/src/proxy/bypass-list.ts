import ipaddr from 'ipaddr.js';

/** True if a host is reached without the proxy; `host` is a name or an address without brackets. */
export type Bypasses = (host: string, port: number) => boolean;

/**
 * Creates the rule of a `NO_PROXY` list. An entry is `*`; a name, which covers the names below it, too; `.suffix` or
 * `*.suffix`, which covers only those below; an address or a CIDR range. `:port` limits any of them to that port.
 * Entries of other forms cover nothing: other programs read the same list. Loopback is always covered, since a proxy
 * would reach its own.
 */
export function createBypassList(entries: readonly string[]): Bypasses {
  const rules = entries.map(ruleOf);
  return (given, port) => {
    const host = given.toLowerCase().replace(/\.$/, '');
    return isLoopback(host) || rules.some((covers) => covers(host, port));
  };
}

function ruleOf(entry: string): Bypasses {
  const { name, port: only } = split(entry.toLowerCase());
  const covers = hostRuleOf(name);
  return (host, port) => (only === undefined || only === port) && covers(host);
}

/** Splits off the port; an IPv6 address has one only behind brackets. */
function split(entry: string): { readonly name: string; readonly port: number | undefined } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  return {
    name: bracketed ?? plain ?? entry,
    port: port === undefined ? undefined : Number(port),
  };
}

function hostRuleOf(name: string): (host: string) => boolean {
  if (name === '*') return () => true;
  // Short forms such as 10/8 mean other things elsewhere.
  if (ipaddr.isValidCIDR(name) && addressOf(name.split('/')[0] ?? '') !== undefined) {
    const [network, bits] = ipaddr.parseCIDR(name);
    return (host) => {
      const address = addressOf(host);
      return address?.kind() === network.kind() && address.match(network, bits);
    };
  }
  const listed = addressOf(name)?.toString();
  if (listed !== undefined) return (host) => addressOf(host)?.toString() === listed;
  const suffix = name.replace(/^\*?\./, '').replace(/\.$/, '');
  if (suffix === '') return () => false;
  const isBelow = (host: string) => host.endsWith(`.${suffix}`);
  return /^\*?\./.test(name) ? isBelow : (host) => host === name || isBelow(host);
}

function addressOf(host: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
  return isAddress ? ipaddr.process(host) : undefined;
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return addressOf(host)?.range() === 'loopback';
}
