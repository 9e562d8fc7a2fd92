import type { ByteReader } from '@filmgate/core';

/** Holds everything but the media of most short videos, and is one read of a disk. */
const windowBytes = 64 * 1024;
/** Bytes of a larger read that are asked for at once, so that whoever gives them never holds many. */
const pieceBytes = 1024 * 1024;

/**
 * A reader that reads on from where it is asked, and answers from what it has read. The boxes of a file mostly lie side by side, and
 * each head would be a read of its own.
 */
export function readAhead(reader: ByteReader): ByteReader {
  const { size } = reader;
  let window: { readonly start: number; readonly bytes: Uint8Array } = {
    start: 0,
    bytes: new Uint8Array(),
  };
  return {
    size,
    async read(offset, length) {
      if (length > windowBytes) return readInPieces(reader, offset, length);
      const from = offset - window.start;
      if (from >= 0 && from + length <= window.bytes.length)
        return window.bytes.subarray(from, from + length);
      const bytes = await reader.read(offset, Math.min(windowBytes, size - offset));
      window = { start: offset, bytes };
      return bytes.subarray(0, length);
    },
  };
}

async function readInPieces(
  reader: ByteReader,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const piece = await reader.read(offset + filled, Math.min(pieceBytes, length - filled));
    if (piece.length === 0) return bytes.subarray(0, filled);
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}
