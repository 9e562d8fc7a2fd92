/** Samples per second of the tone. */
export const TONE_SAMPLE_RATE = 48_000;

/** Samples in one AAC-LC frame (ISO/IEC 14496-3). */
export const AAC_FRAME_SAMPLES = 1024;

/**
 * One raw AAC-LC frame (no ADTS header) of a mono 468.75 Hz sine at -20 dBFS. That is ten whole periods
 * a frame, hence the same frame for ever: played over and over it is the sine again, with 99.999995 % of
 * its energy at the pitch; the first frame fades in.
 *
 * It is data, not code: FFmpeg 5.1 made it once, and after four frames repeats it without end:
 * `ffmpeg -f lavfi -i "aevalsrc=0.1*sin(2*PI*468.75*t):s=48000:d=8" -ac 1 -c:a aac
 * -profile:a aac_low -b:a 48k -aac_coder fast -aac_pns 0 -aac_tns 0 -bitexact -f adts tone.aac`
 */
export const TONE_FRAME: readonly number[] = [
  0x00, 0xfe, 0x2b, 0x84, 0x56, 0x70, 0x70, 0x07, 0x41, 0x95, 0x13, 0x0b, 0xba, 0xd0, 0x41, 0x2a,
  0x1e, 0x5a, 0x21, 0xe4, 0x9f, 0xd9, 0x51, 0x3f, 0xd6, 0xbf, 0x96, 0x09, 0x79, 0x2a, 0x9d, 0x66,
  0x78, 0x32, 0xc9, 0xe4, 0xa3, 0x70,
];
