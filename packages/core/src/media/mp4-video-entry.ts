import { createFieldCursor } from './inspect-field-cursor.ts';
import { type Mp4Box, type Mp4Unusable, readBoxHead, unusable } from './mp4-box.ts';

/** The video codings a browser plays from MP4. */
export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9';

/** A sample entry we accept: its coding, and the box without which no decoder can be set up. */
interface VideoCodecEntry {
  readonly codec: VideoCodec;
  readonly configurationBox: string;
}

const H264 = { codec: 'h264', configurationBox: 'avcC' } as const;
const HEVC = { codec: 'hevc', configurationBox: 'hvcC' } as const;

/** ISO/IEC 14496-15 (AVC, HEVC), Dolby Vision in ISOBMFF §2, AV1 and VP9 ISOBMFF bindings. */
const ENTRIES: ReadonlyMap<string, VideoCodecEntry> = new Map<string, VideoCodecEntry>([
  ['avc1', H264],
  ['avc3', H264],
  ['dva1', H264],
  ['dvav', H264],
  ['hvc1', HEVC],
  ['hev1', HEVC],
  ['dvh1', HEVC],
  ['dvhe', HEVC],
  ['av01', { codec: 'av1', configurationBox: 'av1C' }],
  ['vp09', { codec: 'vp9', configurationBox: 'vpcC' }],
]);

/** The coding of a video sample entry by its four characters; undefined when it is not on the list. */
function findVideoCodec(sampleEntry: string): VideoCodecEntry | undefined {
  return ENTRIES.get(sampleEntry);
}

/** How a video track is coded. */
export interface VideoEntry {
  readonly kind: 'video-entry';
  readonly codec: VideoCodec;
  /** Coded pixels, before rotation. */
  readonly width: number;
  readonly height: number;
}

/** Fixed fields of a visual sample entry before the boxes in it (ISO/IEC 14496-12 §12.1.3). */
const VISUAL_FIELDS_BYTES = 78;
const MOST_ENTRIES = 64;

/**
 * Reads the sample descriptions of a video track: all of them in one allowed coding, with what a decoder
 * needs. The first one gives the size.
 *
 * @param sampleDescription - the `stsd` box
 */
export function readVideoEntry(sampleDescription: Mp4Box): VideoEntry | Mp4Unusable {
  const cursor = createFieldCursor(sampleDescription.payload);
  cursor.skip(4);
  const count = cursor.u32();
  if (cursor.exhausted() || count === 0 || count > MOST_ENTRIES) return damaged();
  let rest = sampleDescription.payload.subarray(8);
  let first: VideoEntry | undefined;
  for (let index = 0; index < count; index += 1) {
    const head = readBoxHead(rest);
    if (head === undefined || head.size === null || head.size > rest.length) return damaged();
    const entry = readEntry(head.type, rest.subarray(head.headBytes, head.size));
    if (entry.kind === 'unusable') return entry;
    if (first !== undefined && first.codec !== entry.codec) {
      return unusable('codec-not-allowed', 'The video changes its coding midway.');
    }
    first ??= entry;
    rest = rest.subarray(head.size);
  }
  return first ?? damaged();
}

function readEntry(type: string, payload: Uint8Array): VideoEntry | Mp4Unusable {
  const known = findVideoCodec(type);
  if (known === undefined)
    return unusable('codec-not-allowed', `The video coding "${type}" is not supported.`);
  const cursor = createFieldCursor(payload);
  cursor.skip(24);
  const width = cursor.u16();
  const height = cursor.u16();
  if (payload.length < VISUAL_FIELDS_BYTES) return damaged();
  if (!holdsBox(payload.subarray(VISUAL_FIELDS_BYTES), known.configurationBox)) {
    return unusable('malformed', 'The video lacks the set-up data of its decoder.');
  }
  return { kind: 'video-entry', codec: known.codec, width, height };
}

/** Lenient about what follows the box sought: QuickTime writers end the list with four zero bytes. */
function holdsBox(bytes: Uint8Array, type: string): boolean {
  let rest = bytes;
  for (
    let head = readBoxHead(rest);
    head !== undefined && head.size !== null && head.size <= rest.length;
    head = readBoxHead(rest)
  ) {
    if (head.type === type) return true;
    rest = rest.subarray(head.size);
  }
  return false;
}

function damaged(): Mp4Unusable {
  return unusable('malformed', 'The description of the video track is damaged.');
}
