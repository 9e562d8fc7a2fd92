import { u16, u32, u8 } from '../scene/bytes.ts';
import type { ParameterSets } from '../h264/parameter-sets.ts';
import { box, fullBox } from './box.ts';
import type { Track } from './track.ts';

/** An H.264 elementary stream, ready to be stored. */
export interface VideoStream {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Whole milliseconds; the picture count is `durationMs * framesPerSecond / 1000`, rounded up. */
  readonly durationMs: number;
  readonly parameterSets: ParameterSets;
  /** One NAL unit per picture. */
  readonly pictures: readonly Uint8Array[];
  /** Interval of IDR pictures, from the first picture on. */
  readonly idrInterval: number;
}

const TICKS_PER_FRAME = 1000;
const DOTS_PER_INCH_72 = 72 * 2 ** 16;
const COLOUR_WITHOUT_ALPHA = 24;

/** Creates the track of a stream that is shown for exactly its duration. */
export function createVideoTrack(stream: VideoStream): Track {
  const { width, height, framesPerSecond } = stream;
  return {
    handler: 'vide',
    mediaHeader: fullBox('vmhd', 1, u32(0, 0)),
    volume: 0,
    width,
    height,
    timescale: framesPerSecond * TICKS_PER_FRAME,
    duration: stream.durationMs * framesPerSecond,
    sampleDuration: TICKS_PER_FRAME,
    samples: stream.pictures.map((picture) => Buffer.concat([u32(picture.length), picture])),
    syncInterval: stream.idrInterval,
    sampleEntry: avcSampleEntry(stream),
  };
}

/** AVCSampleEntry with its decoder configuration (ISO/IEC 14496-15 clauses 5.4.2, 5.3.3; 14496-12 clause 12.1.3). */
function avcSampleEntry({ width, height, parameterSets }: VideoStream): Uint8Array {
  const { sequence, picture } = parameterSets;
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
