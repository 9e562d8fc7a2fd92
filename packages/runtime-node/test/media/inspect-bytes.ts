import type { ByteReader } from '@filmgate/core';
import { inspectMp4 } from '../../src/media/inspect-mp4.ts';

/** A reader that records its reads. */
export interface WatchedReader extends ByteReader {
  readonly bytesRead: () => number;
  /** Largest read so far, in bytes. */
  readonly mostAtOnce: () => number;
}

/** Fails the test when bytes outside the file are read. */
export function readerOf(bytes: Uint8Array): WatchedReader {
  let total = 0;
  let most = 0;
  return {
    size: bytes.length,
    bytesRead: () => total,
    mostAtOnce: () => most,
    async read(offset, length) {
      if (!(offset >= 0 && length >= 0 && offset + length <= bytes.length)) {
        throw new Error(`read of ${length} at ${offset} in ${bytes.length}`);
      }
      total += length;
      most = Math.max(most, length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** Result of inspecting these bytes. */
export function inspect(bytes: Uint8Array): ReturnType<typeof inspectMp4> {
  return inspectMp4(readerOf(bytes));
}

/** Reason why these bytes are unusable; otherwise `sound` or `unchecked`. */
export async function reasonOf(bytes: Uint8Array): Promise<string> {
  const found = await inspect(bytes);
  return found.kind === 'unusable' ? found.reason : found.kind;
}
