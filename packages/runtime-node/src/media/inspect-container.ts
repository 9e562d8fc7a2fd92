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

/** Result of the inspection of a file's structure. */
export type ContainerInspection =
  | (MeasuredMedia & {
      readonly kind: 'sound';
      readonly contentType: string;
      /** Notes for a person who plays the file, as sentences. */
      readonly notes: readonly string[];
    })
  | UncheckedFile
  | Omit<UnusableMedia, 'contentType'>;

/** Checks a complete MP4 or QuickTime video, or a PNG, JPEG or WebP; throws the errors of the reader. */
export type InspectContainer = (
  file: InspectedFile,
  mediaType: MediaType,
) => Promise<ContainerInspection>;

/** Maximum size of an image, which is in memory as a whole, in bytes. */
const largestImageBytes = 64 * 1024 * 1024;

/** Reads the boxes and tables of a video, never its media, within a budget; reads an image completely. */
export const inspectContainer: InspectContainer = async (file, mediaType) => {
  const reader = readAhead(file);
  return mediaType === 'image' ? await inspectPicture(reader) : await inspectVideo(reader);
};

async function inspectPicture(reader: ByteReader): Promise<ContainerInspection> {
  if (reader.size > largestImageBytes)
    return { kind: 'unchecked', reason: 'the file is larger than 64 MiB' };
  const found = inspectImage(await reader.read(0, reader.size));
  return found.kind === 'sound' ? { ...found, notes: [] } : found;
}

async function inspectVideo(reader: ByteReader): Promise<ContainerInspection> {
  const found = await inspectMp4(reader);
  if (found.kind !== 'sound') return found;
  const { kind, width, height, durationSeconds, hasAudio, notes } = found;
  return { kind, contentType: 'video/mp4', width, height, durationSeconds, hasAudio, notes };
}
