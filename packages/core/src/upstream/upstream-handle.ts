import type { JsonValue } from '../json/json-value.ts';

/**
 * The provider's handle to find the paid work again: opaque, versioned, bound to its account, without its secrets. A
 * link in it that would open the result to anyone is sealed.
 */
export interface UpstreamHandle {
  /** Version of the client's form of `value`: 0 or more; the gateway's own are below. */
  readonly version: number;
  readonly value: JsonValue;
}

/** The exact request a client will send, saved before it is sent; opaque, without secrets. */
export interface PreparedSubmission {
  readonly version: number;
  readonly value: JsonValue;
}

/** One finished output to copy; `value` is opaque to the core (an URL that expires, a file id…). */
export interface UpstreamOutput {
  readonly mediaType: 'video' | 'image';
  readonly value: JsonValue;
  /** Instant up to which the provider says it keeps the result, in ms since 1970; absent where it does not say. */
  readonly keptUntil?: number;
}
