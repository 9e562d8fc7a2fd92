import { u8, u16, u32 } from '../scene/bytes.ts';
import { box, fullBox } from './box.ts';
import type { Track } from './track.ts';

/** Samples per second of the tone. */
const TONE_SAMPLE_RATE = 48_000;

/** Samples in one AAC-LC frame (ISO/IEC 14496-3). */
const AAC_FRAME_SAMPLES = 1024;

/**
 * One raw AAC-LC frame (no ADTS header) of a mono 468.75 Hz sine at -20 dBFS. It has ten whole periods, so repeating it
 * gives the sine again, with 99.999995 % of its energy at the pitch; the first frame fades in.
 *
 * It is data, not code: made once with FFmpeg 5.1, which repeats it without end after four frames: `ffmpeg -f lavfi -i
 * "aevalsrc=0.1*sin(2*PI*468.75*t):s=48000:d=8" -ac 1 -c:a aac -profile:a aac_low -b:a 48k -aac_coder fast -aac_pns 0
 * -aac_tns 0 -bitexact -f adts tone.aac`
 */
export const TONE_FRAME: readonly number[] = [
  0x00, 0xfe, 0x2b, 0x84, 0x56, 0x70, 0x70, 0x07, 0x41, 0x95, 0x13, 0x0b, 0xba, 0xd0, 0x41, 0x2a,
  0x1e, 0x5a, 0x21, 0xe4, 0x9f, 0xd9, 0x51, 0x3f, 0xd6, 0xbf, 0x96, 0x09, 0x79, 0x2a, 0x9d, 0x66,
  0x78, 0x32, 0xc9, 0xe4, 0xa3, 0x70,
];

const CHANNELS = 1;
const AAC_LOW_COMPLEXITY = 2;
/** Index of 48000 Hz in the sampling frequency table (ISO/IEC 14496-3, samplingFrequencyIndex). */
const SAMPLING_FREQUENCY_INDEX = 3;
/** `objectTypeIndication` for MPEG-4 audio and `streamType` audio with its reserved bit (14496-1). */
const MPEG4_AUDIO = 0x40;
const AUDIO_STREAM = 0x15;

/** Creates a track of the constant tone that lasts exactly `durationMs`. */
export function createAudioTrack(durationMs: number): Track {
  const duration = (durationMs * TONE_SAMPLE_RATE) / 1000;
  const frame = Uint8Array.from(TONE_FRAME);
  return {
    media: { kind: 'audio' },
    timescale: TONE_SAMPLE_RATE,
    duration,
    sampleDuration: AAC_FRAME_SAMPLES,
    samples: Array.from({ length: Math.ceil(duration / AAC_FRAME_SAMPLES) }, () => frame),
    syncInterval: 1,
    sampleEntry: mp4AudioEntry(),
  };
}

/** MP4AudioSampleEntry (ISO/IEC 14496-14 clause 6.7). */
function mp4AudioEntry(): Uint8Array {
  return box(
    'mp4a',
    u8(0, 0, 0, 0, 0, 0),
    u16(1), // data_reference_index
    u32(0, 0),
    u16(CHANNELS, 16, 0, 0), // channelcount, samplesize
    u32(TONE_SAMPLE_RATE * 2 ** 16),
    fullBox({ type: 'esds' }, elementaryStreamDescriptor()),
  );
}

/** ES_Descriptor (ISO/IEC 14496-1 clause 7.2.6.5) around an AudioSpecificConfig (14496-3). */
function elementaryStreamDescriptor(): Uint8Array {
  const bitsPerSecond = Math.ceil((TONE_FRAME.length * 8 * TONE_SAMPLE_RATE) / AAC_FRAME_SAMPLES);
  const audioSpecificConfig = u16(
    (AAC_LOW_COMPLEXITY << 11) | (SAMPLING_FREQUENCY_INDEX << 7) | (CHANNELS << 3),
  );
  const decoderConfig = descriptor(
    4,
    u8(MPEG4_AUDIO, AUDIO_STREAM, 0, 0, 0), // bufferSizeDB 0: not stated
    u32(bitsPerSecond, bitsPerSecond), // maxBitrate, avgBitrate
    descriptor(5, audioSpecificConfig),
  );
  return descriptor(3, u16(0), u8(0), decoderConfig, descriptor(6, u8(2)));
}

/** One descriptor shorter than 128 bytes: tag, length, content. */
function descriptor(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const bytes = content.flatMap((part) => Array.from(part));
  return u8(tag, bytes.length, ...bytes);
}
