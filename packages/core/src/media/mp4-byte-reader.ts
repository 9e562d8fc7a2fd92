/** Holds everything but the media of most short videos, and is one read of a disk. */
const HEAD_BYTES = 64 * 1024;

/**
 * A reader that reads the beginning of a file once and answers from there. The boxes of a file mostly lie side by side at
 * its beginning, and each head would be a read of its own.
 */
export function readHeadOnce(reader: ByteReader): ByteReader {
  let head: Promise<Uint8Array> | undefined;
  return {
    size: reader.size,
    async read(offset, length) {
      if (offset + length > HEAD_BYTES) return reader.read(offset, length);
      head ??= reader.read(0, Math.min(HEAD_BYTES, reader.size));
      return (await head).subarray(offset, offset + length);
    },
  };
}

/** Random access to a stored file. */
export interface ByteReader {
  /** Bytes. */
  readonly size: number;
  /**
   * The bytes from `offset`, fewer than `length` only where the file ends early. Rejects when the storage
   * fails, never for what the bytes are.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}
