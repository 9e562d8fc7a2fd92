import { matchesEntityTag } from './entity-tag.ts';

/** The part of a stored file to send. `end` is inclusive, as in `Content-Range`. */
export type BytePlan =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'not-modified' }
  | { readonly kind: 'unsatisfiable' };

/** The conditional and range headers of one request; undefined where absent. */
export interface ByteRequest {
  readonly method: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

const whole: BytePlan = { kind: 'whole' };
const single = /^bytes=(\d*)-(\d*)$/i;

/**
 * Decides between 200, 206, 304 and 416 (RFC 9110 §13.2.2, §14.2). Ranges count for GET only; a malformed range, and
 * several ranges at once, are ignored and the whole file is sent, as the RFC allows.
 *
 * @param file.etag - strong entity tag with its quotes
 */
export function planBytes(
  request: ByteRequest,
  file: { readonly size: number; readonly etag: string },
): BytePlan {
  if (matchesEntityTag(request.ifNoneMatch, file.etag)) return { kind: 'not-modified' };
  if (request.method !== 'GET' || request.range === undefined) return whole;
  // Strong comparison: a weak tag or a date never equals our tag, and the whole file is sent (RFC 9110 §13.1.5).
  if (request.ifRange !== undefined && request.ifRange.trim() !== file.etag) return whole;
  return planRange(request.range.trim(), file.size);
}

function planRange(range: string, size: number): BytePlan {
  const parts = single.exec(range);
  const first = parts?.[1];
  const last = parts?.[2];
  if (first === undefined || last === undefined || (first === '' && last === '')) return whole;
  if (first === '') return planSuffix(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return whole;
  return start < size ? { kind: 'part', start, end } : { kind: 'unsatisfiable' };
}

function planSuffix(length: number, size: number): BytePlan {
  if (length === 0 || size === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', start: Math.max(0, size - length), end: size - 1 };
}
