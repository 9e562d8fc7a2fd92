import { u16, u32, u8 } from '../scene/bytes.ts';
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
export const TONE_FRAME: Uint8Array = Buffer.from(
  '00fe2b84567070074195130bbad0412a1e5a21e49fd9513fd6bf9609792a9d667832c9e4a370',
  'hex',
);

/** Bits per second: 38 bytes a frame. */
const TONE_BIT_RATE = 14_250;

/** Creates a track of the constant tone that lasts exactly `durationMs`. */
export function createToneTrack(durationMs: number): Track {
  const duration = (durationMs * TONE_SAMPLE_RATE) / 1000;
  const frames = Math.ceil(duration / AAC_FRAME_SAMPLES);
  return {
    handler: 'soun',
    mediaHeader: fullBox('smhd', 0, u32(0)),
    volume: 0x100,
    width: 0,
    height: 0,
    timescale: TONE_SAMPLE_RATE,
    duration,
    sampleDuration: AAC_FRAME_SAMPLES,
    samples: Array.from({ length: frames }, () => TONE_FRAME),
    syncInterval: 1,
    sampleEntry: toneSampleEntry(),
  };
}

/** MP4AudioSampleEntry (ISO/IEC 14496-14 clause 6.7); descriptors (14496-1 clause 7.2.6) are tag, length, content. */
function toneSampleEntry(): Uint8Array {
  return box(
    'mp4a',
    u16(0, 0, 0, 1), // data_reference_index
    u32(0, 0),
    u16(1, 16, 0, 0), // channelcount, samplesize
    u32(TONE_SAMPLE_RATE * 2 ** 16),
    fullBox(
      'esds',
      0,
      u8(3, 25, 0, 0, 0), // ES_Descriptor
      u8(4, 17, 0x40, 0x15, 0, 0, 0), // DecoderConfigDescriptor: MPEG-4 audio, an audio stream
      u32(TONE_BIT_RATE, TONE_BIT_RATE), // maxBitrate, avgBitrate
      u8(5, 2, 0x11, 0x88), // AudioSpecificConfig (14496-3): AAC-LC, 48 kHz, mono
      u8(6, 1, 2), // SLConfigDescriptor
    ),
  );
}
