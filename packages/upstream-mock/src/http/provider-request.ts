/** The requested range of a result, if the file still has this entity tag (RFC 9110 §13.1.2, §13.1.5, §14.2). */
export interface WantedRange {
  /** Offset of its first byte; below 0 = counted from the end; absent = the whole file. */
  readonly from?: number;
  /** Offset of its last byte; absent = to the end. */
  readonly to?: number;
  readonly ifRange: string | null;
  /** Entity tags of the caller's files, as in `If-None-Match`; absent = none. */
  readonly ifNoneMatch?: string;
}

/** A response that is sent. */
export interface ProviderResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly contentType: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body: Uint8Array;
  /** True if the body is a part of a file that does not reach its end. */
  readonly lacksEnd?: boolean;
  /** Number of bytes after which the connection is reset; absent = the whole body is sent. */
  readonly cutAfter?: number;
  /** The announced length; absent = that of the body. */
  readonly announced?: number;
  /** Instants of the mock's clock at which further pieces of the body are sent; absent = all at once. */
  readonly drip?: readonly number[];
  /** Redirect to a private address because of this job; `isSeen`: to an SSRF canary, if there can be one. */
  readonly ssrfCanary?: { readonly job: string; readonly isSeen: boolean };
  /** Called once the whole response has been sent. */
  readonly sent?: () => void;
}

/** Reaction of the provider to a call: it responds, cuts the connection, or never responds. */
export type ProviderReply =
  | ProviderResponse
  | { readonly kind: 'reset' }
  /** `until`: instant of the mock's clock at which the connection is reset; null = never. */
  | { readonly kind: 'hang'; readonly until: number | null };

export function jsonReply(status: number, value: unknown): ProviderResponse {
  return textReply(status, 'application/json', JSON.stringify(value));
}

/** A response without a body. */
export function emptyReply(status: number): ProviderResponse {
  return textReply(status, 'application/json', '');
}

export function textReply(status: number, contentType: string, text: string): ProviderResponse {
  return { kind: 'response', status, contentType, body: new TextEncoder().encode(text) };
}

/** Adds the requested wait, rounded to whole seconds; null = none. */
export function withRetryAfter(
  response: ProviderResponse,
  retryAfterMs: number | null,
): ProviderResponse {
  if (retryAfterMs === null) return response;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } };
}
