import type { Dispatcher } from 'undici';
import { type GuardedFetchRefusal, refuse } from './guarded-fetch-refusal.ts';

/** Limits for the head of a response. */
export interface HeadLimits {
  /** Host name as shown to the caller in messages. */
  readonly host: string;
  readonly maxBytes: number;
  /** First byte requested; 0 = the whole. */
  readonly offset: number;
}

/** Range of the whole that a response's body contains. */
export interface BodyExtent {
  readonly kind: 'body';
  /** Offset of its first byte in the whole. */
  readonly startsAt: number;
  /** Total length announced; null when the server did not announce one. */
  readonly wholeLength: number | null;
}

/** Refuses a response with other bytes than requested, or with none, and a redirect without a target. */
export function checkHead(
  response: Dispatcher.ResponseData,
  limits: HeadLimits,
): BodyExtent | { readonly kind: 'redirect'; readonly to: string } | GuardedFetchRefusal {
  const { statusCode, headers } = response;
  const { host, maxBytes } = limits;
  if (statusCode >= 300 && statusCode < 400) {
    const to = single(headers['location']);
    return to === undefined || !redirects.has(statusCode)
      ? notFollowed(host)
      : { kind: 'redirect', to };
  }
  const extent = extentOf(response, limits.offset);
  if (extent === undefined)
    return refuse('status-not-ok', `The host "${host}" responded with status ${statusCode}.`);
  if ((single(headers['content-encoding']) ?? 'identity').trim().toLowerCase() !== 'identity') {
    return refuse('encoded', `The host "${host}" sent compressed content that was not requested.`);
  }
  const isTooLarge = extent.wholeLength !== null && extent.wholeLength > maxBytes;
  return isTooLarge ? tooLarge(host, maxBytes) : extent;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Extent of the body: the whole, or the rest from the requested offset (RFC 9110 §14.4). */
function extentOf(
  { statusCode, headers }: Dispatcher.ResponseData,
  offset: number,
): BodyExtent | undefined {
  if (statusCode === 200)
    return { kind: 'body', startsAt: 0, wholeLength: lengthOf(single(headers['content-length'])) };
  if (statusCode !== 206 || offset === 0) return undefined;
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(
    single(headers['content-range']) ?? '',
  );
  const [from, last, whole] = (range ?? []).slice(1).map(Number);
  if (from !== offset || last === undefined || whole !== last + 1) return undefined;
  return { kind: 'body', startsAt: offset, wholeLength: whole };
}

function lengthOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Refusal of a redirect that is not followed, or exceeds the maximum number of redirects. */
export function notFollowed(host: string): GuardedFetchRefusal {
  return refuse(
    'redirected',
    `The host "${host}" responded with a redirect, which is not followed.`,
  );
}

/** Refusal of a body above the maximum size. */
export function tooLarge(host: string, maxBytes: number): GuardedFetchRefusal {
  return refuse('too-large', `The host "${host}" sent more than ${maxBytes} bytes.`);
}

/** Returns the header field, the first one of several. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
