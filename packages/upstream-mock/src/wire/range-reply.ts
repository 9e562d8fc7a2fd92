import { createHash } from 'node:crypto';
import type { ProviderResponse, WantedRange } from './provider-request.ts';

/** A file, or the part of it that was asked for (RFC 9110 §14.2, §15.3.7, §15.5.17). */
export function rangeReply({
  contentType,
  body,
  range,
  sha256 = createHash('sha256').update(body).digest('hex'),
}: {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly range: WantedRange | null;
  /** What its entity tag is made of; the digest of the body unless given. */
  readonly sha256?: string | undefined;
}): ProviderResponse {
  const etag = `"${sha256.slice(0, 32)}"`;
  const headers = { etag, 'accept-ranges': 'bytes' };
  const whole: ProviderResponse = { kind: 'answer', status: 200, contentType, headers, body };
  if (range === null || (range.ifRange !== null && range.ifRange !== etag)) return whole;
  const { length } = body;
  const first = range.from < 0 ? Math.max(0, length + range.from) : range.from;
  if (first >= length) {
    const unsatisfied = { ...headers, 'content-range': `bytes */${length}` };
    return { ...whole, status: 416, headers: unsatisfied, body: new Uint8Array() };
  }
  const end = Math.min(length, (range.to ?? Infinity) + 1);
  return {
    ...whole,
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${end - 1}/${length}` },
    body: body.subarray(first, end),
    lacksEnd: end < length,
  };
}
