import type { ByteReader, InspectMedia } from '@filmgate/core';
import { inspectImage } from './inspect-image.ts';
import { inspectMp4 } from './inspect-mp4.ts';

/** Images are inspected whole; a larger one is refused rather than read into memory. Bytes. */
const largestImageBytes = 64 * 1024 * 1024;
/** Holds everything but the media of most short videos, and is one read of a disk. */
const headBytes = 64 * 1024;

/** The adapter of the port. Reads the boxes and tables of a video, never its media; reads an image whole. */
export const inspectMedia: InspectMedia = async (file, mediaType) => {
  if (mediaType === 'image') {
    return file.size > largestImageBytes
      ? { kind: 'unusable', reason: 'too-complex', message: 'The image is too large.' }
      : inspectImage(await file.read(0, file.size));
  }
  const found = await inspectMp4(readHeadOnce(file));
  if (found.kind === 'unusable') return found;
  const { kind, width, height, durationSeconds, hasAudio } = found;
  return { kind, contentType: 'video/mp4', width, height, durationSeconds, hasAudio };
};

/**
 * A reader that reads the beginning of a file once and answers from there. The boxes of a file mostly lie side by side at
 * its beginning, and each head would be a read of its own.
 */
export function readHeadOnce(reader: ByteReader): ByteReader {
  let head: Promise<Uint8Array> | undefined;
  return {
    size: reader.size,
    async read(offset, length) {
      if (offset + length > headBytes) return reader.read(offset, length);
      head ??= reader.read(0, Math.min(headBytes, reader.size));
      return (await head).subarray(offset, offset + length);
    },
  };
}
