import { text, u8, u16, u32 } from '../bytes.ts';
import { box, fullBox } from './box.ts';
import { sampleTable } from './sample-table.ts';
import type { Track } from './track.ts';

/** A track and the file offset of each of its chunks, bytes. */
export interface PlacedTrack {
  readonly track: Track;
  readonly chunkOffsets: readonly number[];
}

/** What the movie header says besides the tracks. */
export interface MovieHeader {
  readonly durationMs: number;
  /** The `udta` box. */
  readonly userData: Uint8Array;
}

const MILLISECONDS_PER_SECOND = 1000;
const ONE = 2 ** 16;
const UNIT_MATRIX = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 2 ** 30);
const TRACK_ENABLED_IN_MOVIE = 3;
const LANGUAGE_UNDETERMINED = 0x55c4;
const MEDIA_IN_SAME_FILE = 1;

/** `moov`, ISO/IEC 14496-12 clause 8.2. All times are zero, so that equal input gives equal bytes. */
export function movieBox(header: MovieHeader, tracks: readonly PlacedTrack[]): Uint8Array {
  return box(
    'moov',
    fullBox(
      { type: 'mvhd' },
      u32(0, 0, MILLISECONDS_PER_SECOND, header.durationMs, ONE),
      u16(0x100, 0), // full volume
      u32(0, 0),
      UNIT_MATRIX,
      u32(0, 0, 0, 0, 0, 0, tracks.length + 1), // next_track_ID
    ),
    ...tracks.map((placed) => trackBox(placed, header.durationMs)),
    header.userData,
  );
}

function trackBox({ track, chunkOffsets }: PlacedTrack, durationMs: number): Uint8Array {
  const { media } = track;
  const [width, height] = media.kind === 'video' ? [media.width, media.height] : [0, 0];
  return box(
    'trak',
    fullBox(
      { type: 'tkhd', flags: TRACK_ENABLED_IN_MOVIE },
      u32(0, 0, track.id, 0, durationMs, 0, 0),
      u16(0, 0, media.kind === 'audio' ? 0x100 : 0, 0), // layer, group, volume
      UNIT_MATRIX,
      u32(width * ONE, height * ONE),
    ),
    box('edts', fullBox({ type: 'elst' }, u32(1, durationMs, 0, ONE))),
    box(
      'mdia',
      fullBox(
        { type: 'mdhd' },
        u32(0, 0, track.timescale, track.duration),
        u16(LANGUAGE_UNDETERMINED, 0),
      ),
      handlerBox(media.kind),
      box(
        'minf',
        media.kind === 'video'
          ? fullBox({ type: 'vmhd', flags: 1 }, u16(0, 0, 0, 0))
          : fullBox({ type: 'smhd' }, u16(0, 0)),
        box(
          'dinf',
          fullBox({ type: 'dref' }, u32(1), fullBox({ type: 'url ', flags: MEDIA_IN_SAME_FILE })),
        ),
        sampleTable(track, chunkOffsets),
      ),
    ),
  );
}

function handlerBox(kind: Track['media']['kind']): Uint8Array {
  const [type, name] = kind === 'video' ? ['vide', 'Video'] : ['soun', 'Sound'];
  return fullBox({ type: 'hdlr' }, u32(0), text(type), u32(0, 0, 0), text(name), u8(0));
}
