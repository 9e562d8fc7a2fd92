/** An answer as it came. */
export interface TransportAnswer {
  readonly status: number;
  readonly contentType: string | null;
  /** As the header field says; null without one. Answers are asked for unencoded, and never decoded. */
  readonly contentEncoding: string | null;
  /** Bytes announced; null when not. */
  readonly contentLength: number | null;
  /** Header `ETag`; null when there is none. */
  readonly etag: string | null;
  /** Header `Content-Range`; null when there is none. */
  readonly contentRange: string | null;
  /** Header `Location`; absent or null when there is none. */
  readonly location?: string | null;
  /** As the header field says; null without one. */
  readonly retryAfter: string | null;
  /** Header `Retry-After-Ms`, which some providers send beside it; absent or null without one. */
  readonly retryAfterMs?: string | null;
  /** Must be read to its end or returned. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** One call to the provider. */
export interface TransportCall {
  readonly method: 'GET' | 'POST';
  /** Below the place's base URL. */
  readonly path: string;
  /** Lower case; the credentials among them. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array | null;
  /** For a read that goes on where another of the same entity tag ended. */
  readonly range?: { readonly from: number; readonly ifRange: string } | null;
  readonly signal: AbortSignal;
  /** Asked when the connection stands, before the first byte of a submission leaves; false = `NotSent`. */
  readonly mayStart?: () => boolean;
}

/** How a call travels to the provider. Never retries, follows no redirect. */
export interface Transport {
  /**
   * @throws NotSent when it is certain that no byte of the request reached the provider; after any other
   *   error it may have
   */
  send(call: TransportCall): Promise<TransportAnswer>;
}

/** Certainty that nothing was sent: no connection, or given up before it stood. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}
