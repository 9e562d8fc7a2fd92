/**
 * Whether an `If-None-Match` value names this tag (RFC 9110 §13.1.2): `*`, or any member by weak comparison.
 *
 * @param header - the header's value, undefined when absent
 * @param etag - our strong tag with its quotes
 */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((member) => member.trim().replace(/^W\//, '') === etag);
}
