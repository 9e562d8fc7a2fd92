import { createFieldCursor } from './inspect-field-cursor.ts';
import { type Mp4Unusable, readBoxTree, unusable } from './mp4-box.ts';
import type { ByteReader } from './mp4-byte-reader.ts';
import { type FileSpan, type Mp4Layout, readFileLayout, readSpan } from './mp4-file-layout.ts';
import { type FragmentTotals, readFragment } from './mp4-fragment.ts';
import { type Mp4Movie, readMovie } from './mp4-movie.ts';
import type { Mp4Picture, Mp4Track } from './mp4-track.ts';
import type { VideoCodec } from './mp4-video-entry.ts';

/**
 * Where the media that a `sidx` box announces ends: a file cut exactly between two fragments is whole in
 * every box, and only this tells that more was to come.
 *
 * @param payload - the content of the box
 * @param boxEnd - file offset behind the box, from which its references count
 * @returns a file offset; `boxEnd` when the box cannot be read, as nothing needs it for playing
 * @see ISO/IEC 14496-12 §8.16.3
 */
export function announcedEnd(payload: Uint8Array, boxEnd: number): number {
  const cursor = createFieldCursor(payload);
  const version = cursor.u8();
  cursor.skip(11);
  if (version === 1) cursor.skip(8);
  else cursor.skip(4);
  let end = boxEnd + (version === 1 ? cursor.u64() : cursor.u32());
  cursor.skip(2);
  const references = cursor.u16();
  if (cursor.exhausted() || references * 12 > cursor.remaining()) return boxEnd;
  for (let index = 0; index < references; index += 1) {
    end += cursor.u32() & 0x7f_ff_ff_ff;
    cursor.skip(8);
  }
  return end;
}

/** One track with the samples it has, in the movie box and in fragments. */
export interface Mp4TrackFacts {
  readonly media: 'video' | 'audio' | 'other';
  readonly samples: number;
  readonly bytes: number;
  readonly durationSeconds: number;
}

/** A whole MP4 file: everything its tables name is there. Only decoding could tell more. */
export interface SoundMp4 {
  readonly kind: 'sound';
  readonly tracks: readonly Mp4TrackFacts[];
  /** Pixels as displayed, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  /** Whether a sound track has samples; it may still be silent. */
  readonly hasAudio: boolean;
  readonly codec: VideoCodec;
}

/** What is known of a file that should be an MP4 video. */
export type Mp4Inspection = SoundMp4 | Mp4Unusable;

const LARGEST_FRAGMENT_INDEX_BYTES = 64 * 1024 * 1024;

/**
 * Decides whether a stored file is a whole, playable MP4 video, from its structure alone: every box closed
 * inside the file, exactly one video track in an allowed coding, every sample inside the file. Reads box
 * heads and indexes only, never the media. Hostile input costs bounded time and memory.
 *
 * @throws what the reader throws
 * @see ISO/IEC 14496-12
 */
export async function inspectMp4(reader: ByteReader): Promise<Mp4Inspection> {
  const layout = await readFileLayout(reader);
  if (layout.kind === 'unusable') return layout;
  const payload = await readSpan(reader, layout.movie);
  if (payload === undefined) return shorterThanRecorded();
  const movie = readMovie(payload, reader.size);
  if (movie.kind === 'unusable') return movie;
  const pictureOrDefect = onlyPicture(movie.tracks);
  if ('kind' in pictureOrDefect) return pictureOrDefect;
  const missing = await findMissingAnnouncement(reader, layout.indexes);
  if (missing !== undefined) return missing;
  const fragments = await readFragments(reader, { layout, movie });
  if ('kind' in fragments) return fragments;
  return conclude({ movie, picture: pictureOrDefect, fragments });
}

function onlyPicture(tracks: readonly Mp4Track[]): Mp4Picture | Mp4Unusable {
  const [picture, second] = tracks.flatMap((track) =>
    track.picture === null ? [] : [track.picture],
  );
  if (picture === undefined) return unusable('no-video-track', 'The file has no video track.');
  if (second !== undefined)
    return unusable('several-video-tracks', 'The file has more than one video track.');
  return picture;
}

async function findMissingAnnouncement(
  reader: ByteReader,
  indexes: readonly FileSpan[],
): Promise<Mp4Unusable | undefined> {
  for (const span of indexes) {
    const payload = await readSpan(reader, span);
    if (payload === undefined) return shorterThanRecorded();
    if (announcedEnd(payload, span.end) > reader.size) {
      return unusable('truncated', 'The file ends before the last fragment it announces.');
    }
  }
  return undefined;
}

interface FragmentedFile {
  readonly layout: Mp4Layout;
  readonly movie: Mp4Movie;
}

/** What all fragments add, by track id. */
type FragmentSums = ReadonlyMap<number, FragmentTotals>;

async function readFragments(
  reader: ByteReader,
  { layout, movie }: FragmentedFile,
): Promise<FragmentSums | Mp4Unusable> {
  const defaults = movie.fragmentDefaults;
  const sums = new Map<number, FragmentTotals>();
  let indexBytes = 0;
  for (const span of layout.fragments) {
    if (defaults === null)
      return unusable('malformed', 'The file has fragments it does not announce.');
    indexBytes += span.end - span.start;
    if (indexBytes > LARGEST_FRAGMENT_INDEX_BYTES) {
      return unusable('too-complex', 'The fragments of the file have more than 64 MiB of tables.');
    }
    const payload = await readSpan(reader, span);
    if (payload === undefined) return shorterThanRecorded();
    const boxes = readBoxTree(payload);
    if ('kind' in boxes) return boxes;
    const fragment = readFragment(boxes, { start: span.start, fileSize: reader.size, defaults });
    if ('kind' in fragment) return fragment;
    for (const totals of fragment) sums.set(totals.trackId, add(totals, sums.get(totals.trackId)));
  }
  return sums;
}

function add(one: FragmentTotals, other: FragmentTotals | undefined): FragmentTotals {
  return {
    trackId: one.trackId,
    samples: one.samples + (other?.samples ?? 0),
    bytes: one.bytes + (other?.bytes ?? 0),
    duration: one.duration + (other?.duration ?? 0),
  };
}

interface Findings {
  readonly movie: Mp4Movie;
  readonly picture: Mp4Picture;
  readonly fragments: FragmentSums;
}

function conclude({ movie, picture, fragments }: Findings): Mp4Inspection {
  const tracks = movie.tracks.map((track) => describeTrack(track, fragments.get(track.id)));
  const hasSamples = (media: Mp4TrackFacts['media']): boolean =>
    tracks.some((track) => track.media === media && track.bytes > 0);
  if (!hasSamples('video')) {
    return movie.fragmentDefaults === null
      ? unusable('malformed', 'The video track is empty.')
      : unusable('truncated', 'The file ends before its first picture.');
  }
  const longest = tracks.reduce((most, { media, durationSeconds }) => {
    return media === 'other' ? most : Math.max(most, durationSeconds);
  }, 0);
  // A movie header written before its fragments knows the first of them at most.
  const durationSeconds = fragments.size > 0 ? longest : (movie.durationSeconds ?? longest);
  if (durationSeconds === 0) return unusable('malformed', 'The video has no duration.');
  const { codec, width, height } = picture;
  return {
    kind: 'sound',
    tracks,
    width,
    height,
    durationSeconds,
    hasAudio: hasSamples('audio'),
    codec,
  };
}

function describeTrack(track: Mp4Track, added: FragmentTotals | undefined): Mp4TrackFacts {
  const { samples, bytes, duration } = track.totals;
  return {
    media: track.media,
    samples: samples + (added?.samples ?? 0),
    bytes: bytes + (added?.bytes ?? 0),
    durationSeconds: (duration + (added?.duration ?? 0)) / track.timescale,
  };
}

function shorterThanRecorded(): Mp4Unusable {
  return unusable('truncated', 'The file is shorter than its recorded size.');
}
