import type { ByteReader } from '@filmgate/core';

/** Window that includes everything but the media of most short videos, and is one read of a disk, in bytes. */
const windowBytes = 64 * 1024;
/** Maximum size of one read from the source, in bytes, so that the source never holds more. */
const pieceBytes = 1024 * 1024;

/** Reads ahead of each request: the boxes of a file are mostly adjacent, and each head would be a separate read. */
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
