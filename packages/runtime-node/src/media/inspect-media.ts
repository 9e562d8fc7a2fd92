import {
  type ByteReader,
  formatName,
  type InspectMedia,
  type MediaInspection,
} from '@filmgate/core';
import { inspectImage } from './inspect-image.ts';
import { inspectMp4 } from './inspect-mp4.ts';
import { RECOGNISED_BY_BYTES, recogniseMedia } from './recognise-media.ts';

/** Images are inspected whole; a larger one is refused rather than read into memory. Bytes. */
const largestImageBytes = 64 * 1024 * 1024;
/** Holds everything but the media of most short videos, and is one read of a disk. */
const headBytes = 64 * 1024;

/** The adapter of the port. Reads the boxes and tables of a film, never its media; reads an image whole. */
export const inspectMedia: InspectMedia = async (file, mediaType) => {
  const reader = readHeadOnce(file);
  const contentType = recogniseMedia(
    await reader.read(0, Math.min(RECOGNISED_BY_BYTES, file.size)),
  );
  return mediaType === 'image'
    ? await inspectPicture(file, contentType ?? null)
    : await inspectFilm(reader, contentType ?? null);
};

const measuredImages: ReadonlySet<string | null> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
]);

async function inspectPicture(
  file: ByteReader,
  contentType: string | null,
): Promise<MediaInspection> {
  if (file.size > largestImageBytes)
    return {
      kind: 'unusable',
      reason: 'too-complex',
      message: 'The image is too large.',
      contentType,
    };
  if (contentType?.startsWith('image/') === true && !measuredImages.has(contentType))
    return unmeasured(contentType, 'PNG, JPEG or WebP');
  const found = inspectImage(await file.read(0, file.size));
  return found.kind === 'sound' ? { ...found, note: null } : { ...found, contentType };
}

/** Films in the containers of which the boxes are read (ISO/IEC 14496-12), and what may be one. */
const boxed = /^(?:video\/(?:mp4|quicktime)|audio\/mp4)$/;

async function inspectFilm(
  reader: ByteReader,
  contentType: string | null,
): Promise<MediaInspection> {
  const isPlayed = contentType?.startsWith('video/') === true || contentType === 'image/gif';
  if (contentType !== null && isPlayed && !boxed.test(contentType))
    return unmeasured(contentType, 'MP4');
  const found = await inspectMp4(reader);
  if (found.kind === 'unusable') return { ...found, contentType };
  const { kind, width, height, durationSeconds, hasAudio } = found;
  const isQuickTime = contentType === 'video/quicktime';
  const notes = [...found.notes, ...(isQuickTime ? [otherForm('video/quicktime', 'MP4')] : [])];
  return {
    kind,
    contentType: isQuickTime ? 'video/quicktime' : 'video/mp4',
    width,
    height,
    durationSeconds,
    hasAudio,
    note: notes.length === 0 ? null : notes.join(' '),
  };
}

function unmeasured(contentType: string, usual: string): MediaInspection {
  const note = `${otherForm(contentType, usual)} Its size and length were not checked.`;
  return { kind: 'unmeasured', contentType, note };
}

function otherForm(contentType: string, usual: string): string {
  return `The file is ${formatName(contentType)}, not ${usual}: some players do not open it.`;
}

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
