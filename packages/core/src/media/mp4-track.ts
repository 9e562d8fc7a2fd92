import { findBox, type Mp4Box, type Mp4Unusable, unusable } from './mp4-box.ts';
import { readVideoEntry, type VideoCodec } from './mp4-video-entry.ts';
import { createFieldCursor, type FieldCursor } from './inspect-field-cursor.ts';
import { checkSampleTable, type SampleTotals } from './mp4-sample-table.ts';

/** A track as the movie box describes it; samples in fragments are not yet counted. */
export interface Mp4Track {
  readonly kind: 'track';
  readonly id: number;
  readonly media: 'video' | 'audio' | 'other';
  /** Units a second. */
  readonly timescale: number;
  readonly totals: SampleTotals;
  /** For video: its coding and its pixels after rotation. */
  readonly picture: Mp4Picture | null;
}

/** What is seen of a video track. */
export interface Mp4Picture {
  readonly codec: VideoCodec;
  /** Pixels after rotation. */
  readonly width: number;
  readonly height: number;
}

interface TrackHeader {
  readonly id: number;
  /** Presentation size before rotation, 0 when not given. */
  readonly width: number;
  readonly height: number;
  /** Turned by a quarter either way. */
  readonly isSideways: boolean;
}

/**
 * Decodes one `trak` box.
 *
 * @param fileSize - bytes; no sample may lie beyond
 * @see ISO/IEC 14496-12 §8.3.2, §8.4
 */
export function readTrack(track: Mp4Box, fileSize: number): Mp4Track | Mp4Unusable {
  const header = readTrackHeader(findBox(track.children, 'tkhd'));
  const timescale = readTimescale(findBox(track.children, 'mdia', 'mdhd'));
  const media = readHandler(findBox(track.children, 'mdia', 'hdlr'));
  const sampleTable = findBox(track.children, 'mdia', 'minf', 'stbl');
  if (
    header === undefined ||
    timescale === undefined ||
    media === undefined ||
    sampleTable === undefined
  ) {
    return unusable('malformed', 'The description of a track is damaged.');
  }
  const totals = checkSampleTable(sampleTable, fileSize);
  if (totals.kind === 'unusable') return totals;
  const picture = media === 'video' ? readPicture(sampleTable, header) : null;
  if (picture !== null && 'kind' in picture) return picture;
  return { kind: 'track', id: header.id, media, timescale, totals, picture };
}

function readTrackHeader(box: Mp4Box | undefined): TrackHeader | undefined {
  if (box === undefined) return undefined;
  const cursor = createFieldCursor(box.payload);
  skipTimes(cursor, cursor.u8());
  const id = cursor.u32();
  cursor.skip(4);
  cursor.skip(box.payload[0] === 1 ? 8 : 4);
  cursor.skip(16);
  const matrix = Array.from({ length: 9 }, () => cursor.i32());
  const width = Math.round(cursor.u32() / 0x1_0000);
  const height = Math.round(cursor.u32() / 0x1_0000);
  if (cursor.exhausted()) return undefined;
  const [a, b, , c, d] = matrix;
  return { id, width, height, isSideways: a === 0 && d === 0 && b !== 0 && c !== 0 };
}

/** Flags, creation and modification times, which take 32 bits each in version 0 and 64 in version 1. */
function skipTimes(cursor: FieldCursor, version: number): void {
  cursor.skip(3);
  cursor.skip(version === 1 ? 16 : 8);
}

function readTimescale(box: Mp4Box | undefined): number | undefined {
  if (box === undefined) return undefined;
  const cursor = createFieldCursor(box.payload);
  skipTimes(cursor, cursor.u8());
  const timescale = cursor.u32();
  return cursor.exhausted() || timescale === 0 ? undefined : timescale;
}

function readHandler(box: Mp4Box | undefined): Mp4Track['media'] | undefined {
  if (box === undefined) return undefined;
  const cursor = createFieldCursor(box.payload);
  cursor.skip(8);
  const handler = cursor.text4();
  if (cursor.exhausted()) return undefined;
  if (handler === 'vide') return 'video';
  return handler === 'soun' ? 'audio' : 'other';
}

function readPicture(sampleTable: Mp4Box, header: TrackHeader): Mp4Picture | Mp4Unusable {
  const description = findBox(sampleTable.children, 'stsd');
  if (description === undefined)
    return unusable('malformed', 'The video track has no description.');
  const entry = readVideoEntry(description);
  if (entry.kind === 'unusable') return entry;
  const isGiven = header.width > 0 && header.height > 0;
  const { width, height } = isGiven ? header : entry;
  if (width === 0 || height === 0) return unusable('malformed', 'The video track gives no size.');
  return {
    codec: entry.codec,
    width: header.isSideways ? height : width,
    height: header.isSideways ? width : height,
  };
}
