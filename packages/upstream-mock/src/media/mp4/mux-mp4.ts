import type { StreamShape } from '../h264/level.ts';
import type { ParameterSets } from '../h264/parameter-sets.ts';
import { text, u16, u32, u8 } from '../scene/bytes.ts';
import { box, BOX_HEADER_BYTES, fullBox } from './box.ts';
import { createToneTrack } from './tone-track.ts';
import { ONE, type Track, trackBox, UNIT_MATRIX } from './track.ts';

/** A finished video, with its H.264 elementary stream, before it is written to a file. */
export interface Movie extends StreamShape {
  /** Whole milliseconds; the picture count is `durationMs * framesPerSecond / 1000`, rounded up. */
  readonly durationMs: number;
  readonly parameterSets: ParameterSets;
  /** One NAL unit per picture. */
  readonly pictures: readonly Uint8Array[];
  /** Interval of IDR pictures, from the first picture on. */
  readonly idrInterval: number;
  /** True to add a track of the constant tone. */
  readonly tone: boolean;
  /** Texts shown by players and probes, complete and in any script. */
  readonly title: string;
  readonly comment: string;
}

const TICKS_PER_FRAME = 1000;
const DOTS_PER_INCH_72 = 72 * 2 ** 16;
const COLOUR_WITHOUT_ALPHA = 24;
const UTF8_TEXT = 1;

/** Writes an MP4 file (ISO/IEC 14496-12, -14, -15) that plays while it loads: `moov`, the sound, then the pictures. */
export function muxMp4(movie: Movie): Uint8Array {
  const tracks = [createPictureTrack(movie)];
  if (movie.tone) tracks.push(createToneTrack(movie.durationMs));
  const fileType = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  // Offsets have a fixed width, so a movie box with other offsets has the same length.
  const dataStart = fileType.length + movieBox(movie, tracks, 0).length + BOX_HEADER_BYTES;
  const media = box('mdat', ...tracks.toReversed().flatMap(({ samples }) => samples));
  return new Uint8Array(Buffer.concat([fileType, movieBox(movie, tracks, dataStart), media]));
}

function createPictureTrack(movie: Movie): Track {
  const { width, height, framesPerSecond } = movie;
  return {
    handler: 'vide',
    mediaHeader: fullBox('vmhd', 1, u32(0, 0)),
    volume: 0,
    width,
    height,
    timescale: framesPerSecond * TICKS_PER_FRAME,
    duration: movie.durationMs * framesPerSecond,
    sampleDuration: TICKS_PER_FRAME,
    samples: movie.pictures.map((picture) => Buffer.concat([u32(picture.length), picture])),
    syncInterval: movie.idrInterval,
    sampleEntry: avcSampleEntry(movie),
  };
}

/** AVCSampleEntry with its decoder configuration (ISO/IEC 14496-15 clauses 5.4.2, 5.3.3; 14496-12 clause 12.1.3). */
function avcSampleEntry({ width, height, parameterSets: { sequence, picture } }: Movie) {
  return box(
    'avc1',
    u16(0, 0, 0, 1), // data_reference_index
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(DOTS_PER_INCH_72, DOTS_PER_INCH_72, 0),
    u16(1), // frame_count
    new Uint8Array(32), // compressorname
    u16(COLOUR_WITHOUT_ALPHA, 0xffff),
    box(
      'avcC',
      u8(1), // configurationVersion
      sequence.subarray(1, 4), // profile, constraint flags, level
      u8(0b1111_1111, 0b1110_0001), // lengths of four bytes; one sequence parameter set
      u16(sequence.length),
      sequence,
      u8(1),
      u16(picture.length),
      picture,
    ),
  );
}

/** `moov`, clause 8.2. All times are zero, so that equal input gives equal bytes. */
function movieBox(
  { durationMs, title, comment }: Movie,
  tracks: readonly Track[],
  dataStart: number,
) {
  return box(
    'moov',
    fullBox(
      'mvhd',
      0,
      u32(0, 0, 1000, durationMs, ONE), // ticks per second, duration, rate
      u16(0x100, 0), // full volume
      u32(0, 0),
      UNIT_MATRIX,
      u32(0, 0, 0, 0, 0, 0, tracks.length + 1), // next_track_ID
    ),
    ...tracks.map((track, index) => {
      const before = tracks.slice(index + 1).flatMap(({ samples }) => samples);
      const offset = before.reduce((sum, { length }) => sum + length, dataStart);
      return trackBox(track, { id: index + 1, durationMs, offset });
    }),
    // The item list that iTunes introduced and every player reads.
    box(
      'udta',
      fullBox(
        'meta',
        0,
        fullBox('hdlr', 0, u32(0), text('mdirappl'), u32(0, 0), u8(0)),
        box('ilst', textItem('\u00a9nam', title), textItem('\u00a9cmt', comment)),
      ),
    ),
  );
}

function textItem(type: string, value: string): Uint8Array {
  return box(type, box('data', u32(UTF8_TEXT, 0), Buffer.from(value)));
}
