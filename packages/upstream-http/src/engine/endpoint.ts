import type { EndpointRefusal } from './endpoint-refusals.ts';

/** An origin where a protocol is spoken. */
export interface Endpoint {
  /** As `kling-global`. */
  readonly id: string;
  /** Origin and path below which its calls go. */
  readonly baseUrl: string;
  /** Hosts its finished videos may be fetched from beside its own, as a host list has them: `*.example.com`. */
  readonly resultHosts: readonly string[];
  /** True where an operator named the origin: it may then be at a private address. */
  readonly isConfigured: boolean;
  /** What the operator declares to be a refusal there, beside what its protocol documents; absent = nothing. */
  readonly refusals?: readonly EndpointRefusal[];
}

/** The place's own origin as a host list has it; `private:` only where an operator named it. */
export function ownHostEntry({ baseUrl, isConfigured }: Endpoint): string {
  const { origin } = new URL(baseUrl);
  return isConfigured ? `private:${origin}` : origin;
}
