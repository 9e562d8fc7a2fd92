import { u8, u16, u32 } from '../bytes.ts';
import { box, fullBox } from './box.ts';
import { AAC_FRAME_SAMPLES, TONE_FRAME, TONE_SAMPLE_RATE } from './constant-tone.ts';
import { chunkBySecond, type Track } from './track.ts';

const CHANNELS = 1;
const AAC_LOW_COMPLEXITY = 2;
/** Index of 48000 Hz in the sampling frequency table (ISO/IEC 14496-3, samplingFrequencyIndex). */
const SAMPLING_FREQUENCY_INDEX = 3;
/** `objectTypeIndication` for MPEG-4 audio and `streamType` audio with its reserved bit (14496-1). */
const MPEG4_AUDIO = 0x40;
const AUDIO_STREAM = 0x15;

/** Makes a track of the constant tone that lasts exactly `durationMs`. */
export function createAudioTrack(id: number, durationMs: number): Track {
  const duration = (durationMs * TONE_SAMPLE_RATE) / 1000;
  const frames = Math.ceil(duration / AAC_FRAME_SAMPLES);
  const sampleSizes = Array.from({ length: frames }, () => TONE_FRAME.length);
  return {
    id,
    media: { kind: 'audio' },
    timescale: TONE_SAMPLE_RATE,
    duration,
    sampleDuration: AAC_FRAME_SAMPLES,
    sampleSizes,
    syncSamples: null,
    sampleEntry: mp4AudioEntry(),
    chunks: chunkBySecond(sampleSizes, (second) =>
      Math.ceil((second * TONE_SAMPLE_RATE) / AAC_FRAME_SAMPLES),
    ),
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
