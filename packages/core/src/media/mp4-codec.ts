/** The video codings a browser plays from MP4. */
export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9';

/** A sample entry we accept: its coding, and the box without which no decoder can be set up. */
export interface VideoCodecEntry {
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
export function findVideoCodec(sampleEntry: string): VideoCodecEntry | undefined {
  return ENTRIES.get(sampleEntry);
}
