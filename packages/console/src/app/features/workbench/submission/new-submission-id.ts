/**
 * A new id: `ui-` and a UUID of version 4 (RFC 9562 §5.4). `crypto.randomUUID` is unavailable on pages loaded over http
 * from another machine.
 */
export function newSubmissionId(
  randomBytes: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): string {
  const bytes = randomBytes(new Uint8Array(16));
  const stamped = bytes.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(stamped, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const groups = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ] as const;
  return `ui-${groups.map(([from, to]) => hex.slice(from, to)).join('-')}`;
}
