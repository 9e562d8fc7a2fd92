import { createHash } from 'node:crypto';
import type { ProviderResponse, WantedRange } from './provider-request.ts';

/** Response with a file, its requested range, or that it is unchanged (RFC 9110 §14.2, §15.3.7, §15.4.5, §15.5.17). */
export function rangeReply({
  contentType,
  body,
  range,
  sha256 = createHash('sha256').update(body).digest('hex'),
}: {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly range: WantedRange | null;
  /** Source of its entity tag; default: the digest of the body. */
  readonly sha256?: string | undefined;
}): ProviderResponse {
  const etag = `"${sha256.slice(0, 32)}"`;
  const headers = { etag, 'accept-ranges': 'bytes' };
  const whole: ProviderResponse = { kind: 'response', status: 200, contentType, headers, body };
  if (hasAny(range?.ifNoneMatch, etag)) return { ...whole, status: 304, body: new Uint8Array() };
  const { from, to = Infinity, ifRange = null } = range ?? {};
  const { length } = body;
  // A suffix range of an empty file is the whole file (RFC 9110 §14.1.2), and no Content-Range can express that.
  const isWhole = from === undefined || (from < 0 && length === 0);
  if (isWhole || (ifRange !== null && ifRange !== etag)) return whole;
  const first = from < 0 ? Math.max(0, length + from) : from;
  if (first >= length) {
    const unsatisfied = { ...headers, 'content-range': `bytes */${length}` };
    return { ...whole, status: 416, headers: unsatisfied, body: new Uint8Array() };
  }
  const end = Math.min(length, to + 1);
  return {
    ...whole,
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${end - 1}/${length}` },
    body: body.subarray(first, end),
    lacksEnd: end < length,
  };
}

/** Returns true if a list of entity tags, weak or not, contains the file's (RFC 9110 §13.1.2). */
function hasAny(tags: string | undefined, etag: string): boolean {
  const listed = (tags ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return listed.includes(etag) || listed.includes('*');
}
