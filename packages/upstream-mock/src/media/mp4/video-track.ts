import { text, u8, u16, u32 } from '../bytes.ts';
import { box } from './box.ts';
import { chunkBySecond, type Track } from './track.ts';

/** An H.264 elementary stream, ready to be stored. */
export interface VideoStream {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Parameter sets as NAL units. */
  readonly sequenceParameterSet: Uint8Array;
  readonly pictureParameterSet: Uint8Array;
  /** One NAL unit per picture. */
  readonly pictures: readonly Uint8Array[];
  /** Every so many pictures, from the first on, is an IDR picture. */
  readonly idrInterval: number;
}

/** Bytes of the length that stands before every NAL unit (lengthSizeMinusOne + 1). */
export const NAL_LENGTH_BYTES = 4;

const TICKS_PER_FRAME = 1000;
const DOTS_PER_INCH_72 = 72 * 2 ** 16;
const COLOUR_WITHOUT_ALPHA = 24;

/** Makes the track of a stream that is shown for exactly `durationMs`. */
export function createVideoTrack(id: number, stream: VideoStream, durationMs: number): Track {
  const { width, height, framesPerSecond } = stream;
  const sampleSizes = stream.pictures.map((picture) => NAL_LENGTH_BYTES + picture.length);
  return {
    id,
    media: { kind: 'video', width, height },
    timescale: framesPerSecond * TICKS_PER_FRAME,
    duration: durationMs * framesPerSecond,
    sampleDuration: TICKS_PER_FRAME,
    sampleSizes,
    syncSamples: Array.from(stream.pictures.keys(), (picture) => picture + 1).filter(
      (sample) => (sample - 1) % stream.idrInterval === 0,
    ),
    sampleEntry: avcSampleEntry(stream),
    chunks: chunkBySecond(sampleSizes, (second) => second * framesPerSecond),
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
    avcConfiguration(stream),
    box('colr', text('nclx'), u16(1, 1, 1), u8(0)), // BT.709, limited range
    box('pasp', u32(1, 1)),
  );
}

/** AVCDecoderConfigurationRecord, ISO/IEC 14496-15 clause 5.3.3. */
function avcConfiguration(stream: VideoStream): Uint8Array {
  const { sequenceParameterSet, pictureParameterSet } = stream;
  return box(
    'avcC',
    u8(1), // configurationVersion
    sequenceParameterSet.subarray(1, 4), // profile, constraint flags, level
    u8(0b1111_1100 | (NAL_LENGTH_BYTES - 1), 0b1110_0000 | 1),
    u16(sequenceParameterSet.length),
    sequenceParameterSet,
    u8(1),
    u16(pictureParameterSet.length),
    pictureParameterSet,
  );
}
