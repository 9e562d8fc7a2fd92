import type { InspectionBudget } from './inspection-budget.ts';
import {
  type FieldCursor,
  fieldsOf,
  findBox,
  type Mp4Box,
  readBoxHead,
  Refused,
} from './mp4-box.ts';
import { checkSampleTable, type SampleTotals } from './mp4-samples.ts';

/** The video codings a browser plays from MP4. */
export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9';

/** A track as the movie box describes it; samples in fragments are not yet counted. */
export interface Mp4Track {
  readonly id: number;
  readonly media: 'video' | 'audio' | 'other';
  /** Units per second. */
  readonly timescale: number;
  readonly totals: SampleTotals;
  /** Coding and pixels after rotation, for a video track. */
  readonly picture: Mp4Picture | null;
}

/** Properties of a video track's picture. */
export interface Mp4Picture {
  /** Null for a codec that browsers do not play. */
  readonly codec: VideoCodec | null;
  /** Notes for a person who plays the file, as sentences. */
  readonly notes: readonly string[];
  /** Pixels: after rotation for a track, as coded for a sample entry. */
  readonly width: number;
  readonly height: number;
}

interface TrackHeader {
  readonly id: number;
  /** Presentation size before rotation, 0 when not given. */
  readonly width: number;
  readonly height: number;
  /** True after rotation by a quarter turn in either direction. */
  readonly isSideways: boolean;
}

/**
 * Decodes the boxes of one `trak` box.
 *
 * @param file - its size in bytes, which no sample may exceed, and its remaining budget
 * @throws Refused, OverBudget
 * @see ISO/IEC 14496-12 §8.3.2, §8.4
 */
export function readTrack(
  boxes: readonly Mp4Box[],
  file: { readonly fileSize: number; readonly budget: InspectionBudget },
): Mp4Track {
  const header = readTrackHeader(boxes);
  const timescale = readTimescale(fieldsOf(boxes, 'mdia', 'mdhd'));
  const media = readHandler(fieldsOf(boxes, 'mdia', 'hdlr'));
  const table = findBox(boxes, 'mdia', 'minf', 'stbl')?.children ?? [];
  const totals = checkSampleTable(table, file);
  const picture = media === 'video' ? readPicture(table, header, file.budget) : null;
  return { id: header.id, media, timescale, totals, picture };
}

function readTrackHeader(boxes: readonly Mp4Box[]): TrackHeader {
  const fields = fieldsOf(boxes, 'tkhd');
  const isWide = skipTimes(fields);
  const id = fields.u32();
  fields.skip(4 + (isWide ? 8 : 4) + 16);
  const [a, b, , c, d] = Array.from({ length: 9 }, () => fields.i32());
  const width = Math.round(fields.u32() / 0x1_0000);
  const height = Math.round(fields.u32() / 0x1_0000);
  return { id, width, height, isSideways: a === 0 && d === 0 && b !== 0 && c !== 0 };
}

/** Skips version, flags, creation and modification times; returns true if times have 64 bits. */
function skipTimes(fields: FieldCursor): boolean {
  const isWide = fields.u8() === 1;
  fields.skip(3 + (isWide ? 16 : 8));
  return isWide;
}

/** Reads the time scale of `mdhd` and `mvhd`, which begin alike. */
function readTimescale(fields: FieldCursor): number {
  skipTimes(fields);
  const timescale = fields.u32();
  return timescale === 0 ? fields.damaged() : timescale;
}

/** Duration in `mvhd`, in seconds; null if unknown: all ones, or 0 in fragmented files (ISO/IEC 14496-12 §8.2.2). */
export function readMovieDuration(movie: readonly Mp4Box[]): number | null {
  const fields = fieldsOf(movie, 'mvhd');
  const isWide = skipTimes(fields);
  const timescale = fields.u32();
  if (timescale === 0) fields.damaged();
  const duration = fields.wide(isWide);
  const isUnknown = duration === 0 || duration >= (isWide ? 2 ** 63 : 0xff_ff_ff_ff);
  return isUnknown ? null : duration / timescale;
}

function readHandler(fields: FieldCursor): Mp4Track['media'] {
  fields.skip(8);
  const handler = fields.u32();
  if (handler === 0x76_69_64_65) return 'video';
  return handler === 0x73_6f_75_6e ? 'audio' : 'other';
}

function readPicture(
  table: readonly Mp4Box[],
  header: TrackHeader,
  budget: InspectionBudget,
): Mp4Picture {
  const entry = readVideoEntry(table, budget);
  const { width, height } = header.width > 0 && header.height > 0 ? header : entry;
  if (width === 0 || height === 0) throw new Refused('malformed', 'The video track has no size.');
  return header.isSideways
    ? { ...entry, width: height, height: width }
    : { ...entry, width, height };
}

/** A sample entry that browsers play: its coding, and the box that a decoder requires for its set-up. */
interface CodecEntry {
  readonly codec: VideoCodec;
  readonly configurationBox: string;
}

const H264: CodecEntry = { codec: 'h264', configurationBox: 'avcC' };
const HEVC: CodecEntry = { codec: 'hevc', configurationBox: 'hvcC' };

/** ISO/IEC 14496-15 (AVC, HEVC), Dolby Vision in ISOBMFF §2, AV1 and VP9 ISOBMFF bindings. */
const ENTRIES: ReadonlyMap<string, CodecEntry> = new Map([
  ...['avc1', 'avc3', 'dva1', 'dvav'].map((type) => [type, H264] as const),
  ...['hvc1', 'hev1', 'dvh1', 'dvhe'].map((type) => [type, HEVC] as const),
  ['av01', { codec: 'av1', configurationBox: 'av1C' }],
  ['vp09', { codec: 'vp9', configurationBox: 'vpcC' }],
]);

/** Fixed fields of a visual sample entry before the boxes in it (ISO/IEC 14496-12 §12.1.3). */
const VISUAL_FIELDS_BYTES = 78;
const MOST_ENTRIES = 64;
const changesMidway = 'The video changes its coding midway, which some players do not support.';

/**
 * Reads the sample descriptions of a video track. The first one gives the size.
 *
 * @param table - the boxes in the `stbl` box
 */
export function readVideoEntry(table: readonly Mp4Box[], budget: InspectionBudget): Mp4Picture {
  const fields = fieldsOf(table, 'stsd');
  fields.skip(4);
  const count = fields.u32();
  if (count > MOST_ENTRIES) fields.damaged();
  let rest = findBox(table, 'stsd')?.payload.subarray(8) ?? new Uint8Array();
  let first: Mp4Picture | undefined;
  const notes = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const head = readBoxHead(rest);
    if (head === undefined || head.size === null || head.size > rest.length)
      return fields.damaged();
    const entry = readEntry(head.type, rest.subarray(head.headBytes, head.size), budget);
    first ??= entry;
    for (const note of entry.notes) notes.add(note);
    if (first.codec !== entry.codec) notes.add(changesMidway);
    rest = rest.subarray(head.size);
  }
  return first === undefined ? fields.damaged() : { ...first, notes: [...notes] };
}

function readEntry(type: string, payload: Uint8Array, budget: InspectionBudget): Mp4Picture {
  if (payload.length < VISUAL_FIELDS_BYTES)
    throw new Refused('malformed', 'The description of the video track is damaged.');
  const known = ENTRIES.get(type);
  if (
    known !== undefined &&
    !holdsBox(payload.subarray(VISUAL_FIELDS_BYTES), known.configurationBox, budget)
  )
    throw new Refused('malformed', 'The video lacks the configuration of its decoder.');
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const notes =
    known === undefined ? [`The video is coded as "${type}", which browsers do not play.`] : [];
  const size = { width: view.getUint16(24), height: view.getUint16(26) };
  return { codec: known?.codec ?? null, notes, ...size };
}

/** Searches a box leniently: QuickTime writers end the list with four zero bytes. */
function holdsBox(bytes: Uint8Array, type: string, budget: InspectionBudget): boolean {
  let rest = bytes;
  for (
    let head = readBoxHead(rest);
    head !== undefined && head.size !== null && head.size <= rest.length;
    head = readBoxHead(rest)
  ) {
    budget.takePart();
    if (head.type === type) return true;
    rest = rest.subarray(head.size);
  }
  return false;
}
