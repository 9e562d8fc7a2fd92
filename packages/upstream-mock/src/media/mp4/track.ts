import { text, u16, u32, u8 } from '../scene/bytes.ts';
import { box, fullBox } from './box.ts';

/** Everything the movie header contains about one track, except the position of its samples in the file. */
export interface Track {
  readonly handler: 'vide' | 'soun';
  /** The header box of its kind of media. */
  readonly mediaHeader: Uint8Array;
  /** 8.8 fixed point. */
  readonly volume: number;
  /** Pixels; 0 for sound. */
  readonly width: number;
  readonly height: number;
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

/** 1 in 16.16 fixed point, and the matrix that changes nothing. */
export const ONE = 2 ** 16;
export const UNIT_MATRIX = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 2 ** 30);
const TRACK_ENABLED_IN_MOVIE = 3;
const LANGUAGE_UNDETERMINED = 0x55c4;
const MEDIA_IN_SAME_FILE = 1;

/** `trak`, ISO/IEC 14496-12 clause 8.3. `offset`: position of the first sample in the file. */
export function trackBox(
  track: Track,
  { id, durationMs, offset }: Readonly<Record<'id' | 'durationMs' | 'offset', number>>,
): Uint8Array {
  const dataReference = fullBox('url ', MEDIA_IN_SAME_FILE);
  return box(
    'trak',
    fullBox(
      'tkhd',
      TRACK_ENABLED_IN_MOVIE,
      u32(0, 0, id, 0, durationMs, 0, 0),
      u16(0, 0, track.volume, 0), // layer, group, volume
      UNIT_MATRIX,
      u32(track.width * ONE, track.height * ONE),
    ),
    box(
      'mdia',
      fullBox('mdhd', 0, u32(0, 0, track.timescale, track.duration), u16(LANGUAGE_UNDETERMINED, 0)),
      fullBox('hdlr', 0, u32(0), text(track.handler), u32(0, 0, 0), u8(0)),
      box(
        'minf',
        track.mediaHeader,
        box('dinf', fullBox('dref', 0, u32(1), dataReference)),
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
    fullBox('stsd', 0, u32(1), track.sampleEntry),
    fullBox('stts', 0, u32(times.length / 2, ...times)),
    // Without it a player can start anywhere.
    ...(syncInterval > 1 ? [fullBox('stss', 0, u32(syncs.length, ...syncs))] : []),
    fullBox('stsc', 0, u32(1, 1, samples.length, 1)),
    fullBox('stsz', 0, u32(0, samples.length, ...sizes)),
    fullBox('stco', 0, u32(1, offset)),
  );
}
