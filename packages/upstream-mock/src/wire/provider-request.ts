/** A call to the mock provider, however it travels. */
export interface ProviderRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** Account key from the `Authorization: Bearer` header; null when there was none. */
  readonly key: string | null;
  /** Parsed JSON; null without a body, undefined when it was not JSON. */
  readonly body: unknown;
  /** What a read says of a part or a copy of a file; null or absent where it says nothing. */
  readonly range?: WantedRange | null;
  /** URL the caller reached the wire at, with the path of its space and no slash at the end; absent in process. */
  readonly base?: string;
}

/** The part of a result that is wanted, if it is still the one of this entity tag (RFC 9110 §13.1.2, §13.1.5, §14.2). */
export interface WantedRange {
  /** Offset of its first byte; below 0 = so many bytes before the end; absent = the whole. */
  readonly from?: number;
  /** Offset of its last byte; absent = to the end. */
  readonly to?: number;
  readonly ifRange: string | null;
  /** Entity tags of files that the caller has, as in `If-None-Match`; absent = none. */
  readonly ifNoneMatch?: string;
}

/** A response that is sent. */
export interface ProviderResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly contentType: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body: Uint8Array;
  /** The body is a part of a file, and not its last one. */
  readonly lacksEnd?: boolean;
  /** Bytes after which the connection is reset; absent = the whole body is sent. */
  readonly cutAfter?: number;
  /** The length that is told; absent = that of the body. */
  readonly announced?: number;
  /** Instants of the mock's clock at which a further piece of the body leaves; absent = all leaves at once. */
  readonly drip?: readonly number[];
  /** Leads to a private address on account of this job; `isSeen`: to one where the mock looks who comes, if it can have one. */
  readonly ssrfCanary?: { readonly job: string; readonly isSeen: boolean };
  /** To be called once the whole response has left. */
  readonly sent?: () => void;
}

/** What the provider does with a call: answers, cuts the connection, or never answers. */
export type ProviderReply =
  | ProviderResponse
  | { readonly kind: 'reset' }
  /** `until`: instant of the mock's clock at which the connection is reset; null = never by itself. */
  | { readonly kind: 'hang'; readonly until: number | null };

/** A response of JSON. */
export function jsonReply(status: number, value: unknown): ProviderResponse {
  return textReply(status, 'application/json', JSON.stringify(value));
}

/** A response of text. */
export function textReply(status: number, contentType: string, text: string): ProviderResponse {
  return { kind: 'response', status, contentType, body: new TextEncoder().encode(text) };
}

/** The same with the wait it asks for, in whole seconds; null = none. */
export function withRetryAfter(
  response: ProviderResponse,
  retryAfterMs: number | null,
): ProviderResponse {
  if (retryAfterMs === null) return response;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } };
}
