import type { EndpointRefusal } from './endpoint-refusals.ts';

/** An origin that serves a protocol. */
export interface Endpoint {
  /** Example: `kling-global`. */
  readonly id: string;
  /** Origin and base path of its calls. */
  readonly baseUrl: string;
  /** Further origins of its reads, by name; a name that is absent has the base URL. */
  readonly origins?: { readonly [name: string]: string };
  /** Hosts its finished videos may be downloaded from beside its own, in host list form: `*.example.com`. */
  readonly resultHosts: readonly string[];
  /** True if an operator named the origin: it may then be at a private address. */
  readonly isConfigured: boolean;
  /** Refusals that the operator declares, beside those its protocol documents; absent = none. */
  readonly refusals?: readonly EndpointRefusal[];
}

/** Returns the endpoint's own origin in host list form; `private:` only if an operator named it. */
export function ownHostEntry({ baseUrl, isConfigured }: Endpoint): string {
  const { origin } = new URL(baseUrl);
  return isConfigured ? `private:${origin}` : origin;
}
