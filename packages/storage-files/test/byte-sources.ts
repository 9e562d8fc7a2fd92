import { createHash } from 'node:crypto';

/** Yields the bytes in pieces of a size; the same buffer every time, as sockets may do. */
export async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(pieceBytes);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const part = bytes.subarray(at, at + pieceBytes);
    piece.set(part);
    yield piece.subarray(0, part.length);
  }
}

/** Bytes without repetition that are equal for one seed. */
export function madeBytes(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
