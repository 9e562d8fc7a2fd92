import type {
  ByteReader,
  InspectedFile,
  MeasuredMedia,
  MediaType,
  UnusableMedia,
} from '@filmgate/core';
import { inspectImage } from './inspect-image.ts';
import { inspectMp4 } from './inspect-mp4.ts';
import type { UncheckedFile } from './inspection-budget.ts';
import { readAhead } from './read-ahead.ts';

/** What a file is by its own structure. */
export type ContainerInspection =
  | (MeasuredMedia & {
      readonly kind: 'sound';
      readonly contentType: string;
      /** What someone who plays it may need to know, as sentences. */
      readonly notes: readonly string[];
    })
  | UncheckedFile
  | Omit<UnusableMedia, 'contentType'>;

/** Checks an MP4 or QuickTime film, or a PNG, JPEG or WebP, whole; throws what the reader throws. */
export type InspectContainer = (
  file: InspectedFile,
  mediaType: MediaType,
) => Promise<ContainerInspection>;

/** An image is in memory as a whole. Bytes. */
const largestImageBytes = 64 * 1024 * 1024;

/** Reads the boxes and tables of a film, never its media, within a budget; reads an image whole. */
export const inspectContainer: InspectContainer = async (file, mediaType) => {
  const reader = readAhead(file);
  return mediaType === 'image' ? await inspectPicture(reader) : await inspectFilm(reader);
};

async function inspectPicture(reader: ByteReader): Promise<ContainerInspection> {
  if (reader.size > largestImageBytes)
    return { kind: 'unchecked', reason: 'it is larger than 64 MiB' };
  const found = inspectImage(await reader.read(0, reader.size));
  return found.kind === 'sound' ? { ...found, notes: [] } : found;
}

async function inspectFilm(reader: ByteReader): Promise<ContainerInspection> {
  const found = await inspectMp4(reader);
  if (found.kind !== 'sound') return found;
  const { kind, width, height, durationSeconds, hasAudio, notes } = found;
  return { kind, contentType: 'video/mp4', width, height, durationSeconds, hasAudio, notes };
}
