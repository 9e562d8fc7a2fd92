import { text, u16, u32, u8 } from '../scene/bytes.ts';
import { createAudioTrack } from './audio-track.ts';
import { box, BOX_HEADER_BYTES, fullBox } from './box.ts';
import { ONE, type Track, trackBox, UNIT_MATRIX } from './track.ts';
import { createVideoTrack, type VideoStream } from './video-track.ts';

/** A finished video before it is written to a file. */
export interface Movie extends VideoStream {
  /** True to add a track of the constant tone. */
  readonly tone: boolean;
  /** Texts shown by players and probes, complete and in any script. */
  readonly title: string;
  readonly comment: string;
}

const MILLISECONDS_PER_SECOND = 1000;
const UTF8_TEXT = 1;

/** Writes an MP4 file (ISO/IEC 14496-12, -14, -15) that plays while it loads: `moov`, the sound, then the pictures. */
export function muxMp4(movie: Movie): Uint8Array {
  const tracks = [createVideoTrack(movie)];
  if (movie.tone) tracks.push(createAudioTrack(movie.durationMs));
  const fileType = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  // Offsets have a fixed width, so a movie box with other offsets has the same length.
  const dataStart = fileType.length + movieBox(movie, tracks, 0).length + BOX_HEADER_BYTES;
  const media = box('mdat', ...tracks.toReversed().flatMap(({ samples }) => samples));
  return new Uint8Array(Buffer.concat([fileType, movieBox(movie, tracks, dataStart), media]));
}

/** `moov`, clause 8.2. All times are zero, so that equal input gives equal bytes. */
function movieBox(movie: Movie, tracks: readonly Track[], dataStart: number): Uint8Array {
  const { durationMs } = movie;
  return box(
    'moov',
    fullBox(
      'mvhd',
      0,
      u32(0, 0, MILLISECONDS_PER_SECOND, durationMs, ONE),
      u16(0x100, 0), // full volume
      u32(0, 0),
      UNIT_MATRIX,
      u32(0, 0, 0, 0, 0, 0, tracks.length + 1), // next_track_ID
    ),
    ...tracks.map((track, index) => {
      const before = tracks.slice(index + 1).flatMap(({ samples }) => samples);
      const offset = before.reduce((sum, { length }) => sum + length, dataStart);
      return trackBox(track, { id: index + 1, durationMs, offset });
    }),
    userDataBox(movie),
  );
}

/** `udta` with the item list that iTunes introduced and every player reads: ©nam, ©cmt. */
function userDataBox({ title, comment }: Movie): Uint8Array {
  const item = (type: string, value: string): Uint8Array =>
    box(type, box('data', u32(UTF8_TEXT, 0), Buffer.from(value)));
  const handler = fullBox('hdlr', 0, u32(0), text('mdirappl'), u32(0, 0), u8(0));
  const items = box('ilst', item('\u00a9nam', title), item('\u00a9cmt', comment));
  return box('udta', fullBox('meta', 0, handler, items));
}
