import type { UpstreamClient, UpstreamError } from '@filmgate/core';
import type { MemoryProvider } from '../../support/memory-upstream.ts';

/** A provider client with one fault, built around a correct one. */
export interface BrokenClient {
  readonly fault: string;
  readonly wrap: (client: UpstreamClient, provider: MemoryProvider) => UpstreamClient;
}

/** The client with some methods replaced. */
export function replacing(
  change: (client: UpstreamClient, provider: MemoryProvider) => Partial<UpstreamClient>,
): BrokenClient['wrap'] {
  return (client, provider) => ({ ...client, ...change(client, provider) });
}

/** Broken clients, as `what is wrong: how`. */
export function faultsOf(faults: {
  readonly [fault: string]: BrokenClient['wrap'];
}): readonly BrokenClient[] {
  return Object.entries(faults).map(([fault, wrap]) => ({ fault, wrap }));
}

/** A well-formed refusal of no particular kind. */
export const refusal: UpstreamError = {
  kind: 'invalid',
  scope: 'request',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'refused',
};

/** Runs the call under a signal that is never aborted. */
export function deaf<Input extends { readonly signal: AbortSignal }>(input: Input): Input {
  return { ...input, signal: new AbortController().signal };
}
