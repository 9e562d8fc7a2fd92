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

/** Which URLs may be fetched: those of a list, or `https` on port 443 of any public host. */
export type AllowedHosts = 'any-public' | readonly AllowedHost[];
