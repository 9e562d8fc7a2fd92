import { text, u8, u16, u32 } from '../scene/bytes.ts';
import { box, fullBox } from './box.ts';

/** Everything the movie header contains about one track, except the position of its samples in the file. */
export interface Track {
  readonly media: TrackMedia;
  /** Ticks per second. */
  readonly timescale: number;
  /** Length in ticks; the last sample is shortened to it. */
  readonly duration: number;
  /** Ticks from one sample to the next. */
  readonly sampleDuration: number;
  /** Stored one after another. */
  readonly samples: readonly Uint8Array[];
  /** A player can start at every sample whose index this divides. */
  readonly syncInterval: number;
  /** The box inside `stsd` that configures a decoder. */
  readonly sampleEntry: Uint8Array;
}

/** Kind of media, with the size of a picture in pixels. */
type TrackMedia =
  | { readonly kind: 'video'; readonly width: number; readonly height: number }
  | { readonly kind: 'audio' };

/** A track's number in its movie, the movie's length, and the file offset of its first sample, bytes. */
export interface TrackPosition {
  readonly id: number;
  readonly durationMs: number;
  readonly offset: number;
}

/** 1 in 16.16 fixed point, and the matrix that changes nothing. */
export const ONE = 2 ** 16;
export const UNIT_MATRIX = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 2 ** 30);
const TRACK_ENABLED_IN_MOVIE = 3;
const LANGUAGE_UNDETERMINED = 0x55c4;
const MEDIA_IN_SAME_FILE = 1;
const KINDS = {
  video: { handler: 'vide', volume: 0, header: fullBox({ type: 'vmhd', flags: 1 }, u32(0, 0)) },
  audio: { handler: 'soun', volume: 0x100, header: fullBox({ type: 'smhd' }, u32(0)) },
} as const;

/** `trak`, ISO/IEC 14496-12 clause 8.3. */
export function trackBox(track: Track, { id, durationMs, offset }: TrackPosition): Uint8Array {
  const { media } = track;
  const { handler, volume, header } = KINDS[media.kind];
  const [width, height] = media.kind === 'video' ? [media.width, media.height] : [0, 0];
  return box(
    'trak',
    fullBox(
      { type: 'tkhd', flags: TRACK_ENABLED_IN_MOVIE },
      u32(0, 0, id, 0, durationMs, 0, 0),
      u16(0, 0, volume, 0), // layer, group, volume
      UNIT_MATRIX,
      u32(width * ONE, height * ONE),
    ),
    box(
      'mdia',
      fullBox(
        { type: 'mdhd' },
        u32(0, 0, track.timescale, track.duration),
        u16(LANGUAGE_UNDETERMINED, 0),
      ),
      fullBox({ type: 'hdlr' }, u32(0), text(handler), u32(0, 0, 0), u8(0)),
      box(
        'minf',
        header,
        box(
          'dinf',
          fullBox({ type: 'dref' }, u32(1), fullBox({ type: 'url ', flags: MEDIA_IN_SAME_FILE })),
        ),
        sampleTable(track, offset),
      ),
    ),
  );
}

/** `stbl` (clauses 8.5 to 8.7): times, sync samples, sizes, and one chunk with all samples. */
function sampleTable(track: Track, offset: number): Uint8Array {
  const { samples, syncInterval, sampleDuration } = track;
  const before = samples.length - 1;
  const last = [1, track.duration - before * sampleDuration];
  const times = before > 0 ? [before, sampleDuration, ...last] : last;
  const syncs = samples.flatMap((_, index) => (index % syncInterval === 0 ? [index + 1] : []));
  const sizes = samples.map((sample) => sample.length);
  return box(
    'stbl',
    fullBox({ type: 'stsd' }, u32(1), track.sampleEntry),
    fullBox({ type: 'stts' }, u32(times.length / 2, ...times)),
    // Without it a player can start anywhere.
    ...(syncInterval > 1 ? [fullBox({ type: 'stss' }, u32(syncs.length, ...syncs))] : []),
    fullBox({ type: 'stsc' }, u32(1, 1, samples.length, 1)),
    fullBox({ type: 'stsz' }, u32(0, samples.length, ...sizes)),
    fullBox({ type: 'stco' }, u32(1, offset)),
  );
}
