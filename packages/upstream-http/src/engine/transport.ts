/** A response as received. */
export interface TransportResponse {
  readonly status: number;
  readonly contentType: string | null;
  /** The header field's value; null without one. Responses are requested unencoded, and never decoded. */
  readonly contentEncoding: string | null;
  /** Announced bytes; null if not announced. */
  readonly contentLength: number | null;
  /** Header `ETag`, or null. */
  readonly etag: string | null;
  /** Header `Content-Range`, or null. */
  readonly contentRange: string | null;
  /** Header `Location`; absent or null without one. */
  readonly location?: string | null;
  /** The header field's value; null without one. */
  readonly retryAfter: string | null;
  /** Header `Retry-After-Ms`, which some providers send beside it; absent or null without one. */
  readonly retryAfterMs?: string | null;
  /** Must be read to its end or returned. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Remark for the trail of a submission with an unknown outcome; contains no secret. Absent = none. */
  readonly remark?: string;
}

/** One call to the provider. */
export interface TransportCall {
  readonly method: 'GET' | 'POST';
  /** Below the endpoint's base URL. */
  readonly path: string;
  /** True if the path begins at the root of its origin instead; only for reads of results. */
  readonly isFromRoot?: boolean;
  /** Name of a further origin of the endpoint, whose base URL the path is below; only for reads. */
  readonly origin?: string;
  /** Lower case; includes the credentials. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array | null;
  /** For a read that resumes where another with an equal entity tag ended. */
  readonly range?: { readonly from: number; readonly ifRange: string } | null;
  readonly signal: AbortSignal;
  /** Called when the connection is open, before the first byte of a submission leaves; false = `NotSent`. */
  readonly mayStart?: () => boolean;
}

/** Sends calls to the provider. Never retries, follows no redirect. */
export interface Transport {
  /**
   * @throws Unanswered when no response came
   * @throws NotMade when no request can be made of the call
   * @throws NotShown when the request was not sent as given, so that nothing is known
   * @throws NotSent when it is certain that no byte of the request reached the provider; after any other
   *   error it may have
   */
  send(call: TransportCall): Promise<TransportResponse>;
}

/** Marks the errors of `send` in every copy of this package: a module in a bundle has a copy of its own. */
const mark = Symbol.for('@filmgate/upstream-http/send-error');

/** Proof that nothing was sent: no connection, or aborted before it was open. */
export class NotSent extends Error {
  override readonly name: string = 'NotSent';
  readonly [mark]: SendError = 'not-sent';
}

/**
 * Proof that no connection was tried: the given call is no valid request, by a fault of the caller. The message names
 * the fault, without a secret.
 */
export class NotMade extends NotSent {
  override readonly name: string = 'NotMade';
  override readonly [mark]: SendError = 'not-made';
}

/** A submission that may have been sent, and has no response to show: the message says why, without a secret. */
export class NotShown extends Error {
  override readonly name = 'NotShown';
  readonly [mark]: SendError = 'not-shown';
}

/** Meaning of an error of `send`: see the classes. */
export type SendError = 'not-sent' | 'not-made' | 'not-shown';

/** Returns the meaning of an error of `send`, with its message; undefined for any other error, which proves nothing. */
export function sendErrorOf(
  error: unknown,
): { readonly kind: SendError; readonly message: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  switch (Reflect.get(error, mark)) {
    case 'not-sent':
      return { kind: 'not-sent', message: error.message };
    case 'not-made':
      return { kind: 'not-made', message: error.message };
    case 'not-shown':
      return { kind: 'not-shown', message: error.message };
    default:
      return undefined;
  }
}

/** Any HTTP date in the form senders must use (RFC 9110 §5.6.7). */
const datePattern = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Returns `Retry-After` (RFC 9110 §10.2.3) as ms from now; null without one, or if neither seconds nor a date. */
export function readRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const instant = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}

/** Returns the pause header fields request, in ms: `Retry-After-Ms`, which is more precise, before `Retry-After`. */
export function askedPause(
  { retryAfter, retryAfterMs = null }: Pick<TransportResponse, 'retryAfter' | 'retryAfterMs'>,
  now: number,
): number | null {
  if (retryAfterMs !== null && /^\d{1,13}$/.test(retryAfterMs)) return Number(retryAfterMs);
  return readRetryAfter(retryAfter, now);
}
