import { concatenate, u8, u16, u32 } from '../scene/bytes.ts';
import type { ParameterSets } from '../h264/parameter-sets.ts';
import { box } from './box.ts';
import type { Track } from './track.ts';

/** An H.264 elementary stream, ready to be stored. */
export interface VideoStream {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly parameterSets: ParameterSets;
  /** One NAL unit per picture. */
  readonly pictures: readonly Uint8Array[];
  /** Interval of IDR pictures, from the first picture on. */
  readonly idrInterval: number;
}

/** Length of the size field in front of every NAL unit, in bytes (lengthSizeMinusOne + 1). */
const NAL_LENGTH_BYTES = 4;

const TICKS_PER_FRAME = 1000;
const DOTS_PER_INCH_72 = 72 * 2 ** 16;
const COLOUR_WITHOUT_ALPHA = 24;

/** Creates the track of a stream that is shown for exactly `durationMs`. */
export function createVideoTrack(stream: VideoStream, durationMs: number): Track {
  const { width, height, framesPerSecond } = stream;
  return {
    media: { kind: 'video', width, height },
    timescale: framesPerSecond * TICKS_PER_FRAME,
    duration: durationMs * framesPerSecond,
    sampleDuration: TICKS_PER_FRAME,
    samples: stream.pictures.map((picture) => concatenate([u32(picture.length), picture])),
    syncInterval: stream.idrInterval,
    sampleEntry: avcSampleEntry(stream),
  };
}

/** AVCSampleEntry (ISO/IEC 14496-15 clause 5.4.2) on a VisualSampleEntry (14496-12 clause 12.1.3). */
function avcSampleEntry(stream: VideoStream): Uint8Array {
  return box(
    'avc1',
    u8(0, 0, 0, 0, 0, 0),
    u16(1), // data_reference_index
    u32(0, 0, 0, 0),
    u16(stream.width, stream.height),
    u32(DOTS_PER_INCH_72, DOTS_PER_INCH_72, 0),
    u16(1), // frame_count
    new Uint8Array(32), // compressorname
    u16(COLOUR_WITHOUT_ALPHA, 0xffff),
    avcConfiguration(stream.parameterSets),
  );
}

/** AVCDecoderConfigurationRecord, ISO/IEC 14496-15 clause 5.3.3. */
function avcConfiguration({ sequence, picture }: ParameterSets): Uint8Array {
  return box(
    'avcC',
    u8(1), // configurationVersion
    sequence.subarray(1, 4), // profile, constraint flags, level
    u8(0b1111_1100 | (NAL_LENGTH_BYTES - 1), 0b1110_0000 | 1),
    u16(sequence.length),
    sequence,
    u8(1),
    u16(picture.length),
    picture,
  );
}
