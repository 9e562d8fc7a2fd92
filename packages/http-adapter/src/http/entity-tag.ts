import { createHash } from 'node:crypto';

/** Returns the strong entity tag of a text (RFC 9110 §8.8.3), with its quotes. */
export function entityTagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/**
 * Returns true if an `If-None-Match` value names this tag (RFC 9110 §13.1.2): `*`, or any member by weak comparison.
 *
 * @param header - the header's value, undefined when absent
 * @param etag - our strong tag with its quotes
 */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((member) => member.trim().replace(/^W\//, '') === etag);
}
