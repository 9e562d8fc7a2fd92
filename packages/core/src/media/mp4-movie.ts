import { findBox, type Mp4Box, type Mp4Unusable, readBoxTree, unusable } from './mp4-box.ts';
import { createFieldCursor } from './inspect-field-cursor.ts';
import { type FragmentDefaults, readFragmentDefaults } from './mp4-fragment.ts';
import { type Mp4Track, readTrack } from './mp4-track.ts';

/** The `moov` box, decoded and checked. */
export interface Mp4Movie {
  readonly kind: 'movie';
  readonly tracks: readonly Mp4Track[];
  /** Seconds as the movie header says; null when it does not. */
  readonly durationSeconds: number | null;
  /** By track id, for the fragments that follow; null when the file announces none. */
  readonly fragmentDefaults: ReadonlyMap<number, FragmentDefaults> | null;
}

/**
 * Decodes the content of a `moov` box.
 *
 * @param fileSize - bytes; no sample may lie beyond
 */
export function readMovie(payload: Uint8Array, fileSize: number): Mp4Movie | Mp4Unusable {
  const boxes = readBoxTree(payload);
  if ('kind' in boxes) return boxes;
  const header = findBox(boxes, 'mvhd');
  const durationSeconds = header === undefined ? undefined : readDurationSeconds(header);
  if (durationSeconds === undefined)
    return unusable('malformed', 'The header of the movie is damaged.');
  const tracks: Mp4Track[] = [];
  for (const box of boxes) {
    if (box.type !== 'trak') continue;
    const track = readTrack(box, fileSize);
    if (track.kind === 'unusable') return track;
    tracks.push(track);
  }
  const fragmentDefaults =
    findBox(boxes, 'mvex') === undefined ? null : readFragmentDefaults(boxes);
  if (fragmentDefaults === undefined)
    return unusable('malformed', 'The header of the fragments is damaged.');
  return { kind: 'movie', tracks, durationSeconds, fragmentDefaults };
}

/** All ones mean "unknown"; so does 0, which fragmented files write (ISO/IEC 14496-12 §8.2.2). */
function readDurationSeconds(header: Mp4Box): number | null | undefined {
  const cursor = createFieldCursor(header.payload);
  const version = cursor.u8();
  cursor.skip(version === 1 ? 19 : 11);
  const timescale = cursor.u32();
  const duration = version === 1 ? cursor.u64() : cursor.u32();
  if (cursor.exhausted() || timescale === 0) return undefined;
  const isUnknown = duration === 0 || duration >= (version === 1 ? 2 ** 63 : 0xff_ff_ff_ff);
  return isUnknown ? null : duration / timescale;
}
