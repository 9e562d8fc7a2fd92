import { text, u32 } from '../bytes.ts';
import { createAudioTrack, TONE_FRAME } from './audio-track.ts';
import { box } from './box.ts';
import { movieBox, type PlacedTrack } from './movie-box.ts';
import type { Track } from './track.ts';
import { type MovieTexts, userDataBox } from './user-data.ts';
import { createVideoTrack, NAL_LENGTH_BYTES, type VideoStream } from './video-track.ts';

/** A finished video, before it is put into a file. */
export interface Movie {
  /** Whole milliseconds; the picture count is `durationMs * framesPerSecond / 1000`, rounded up. */
  readonly durationMs: number;
  readonly video: VideoStream;
  /** Whether a track of the constant tone is added. */
  readonly tone: boolean;
  readonly texts: MovieTexts;
}

const BOX_HEADER_BYTES = 8;
const VIDEO_TRACK_ID = 1;
const AUDIO_TRACK_ID = 2;

/**
 * Writes an MP4 file (ISO/IEC 14496-12, -14, -15) that starts to play before it is whole: `moov` comes
 * before `mdat`, and sound lies beside the picture, second by second.
 */
export function muxMp4(movie: Movie): Uint8Array {
  const { durationMs, video } = movie;
  const tracks = [createVideoTrack(VIDEO_TRACK_ID, video, durationMs)];
  if (movie.tone) tracks.push(createAudioTrack(AUDIO_TRACK_ID, durationMs));
  const header = { durationMs, userData: userDataBox(movie.texts) };
  const fileType = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  // Offsets are of fixed width, so a movie box with other offsets has the same length.
  const headerBytes = fileType.length + movieBox(header, placeTracks(tracks, 0)).length;
  const dataStart = headerBytes + BOX_HEADER_BYTES;
  const placed = placeTracks(tracks, dataStart);
  const dataBytes = sum(tracks.flatMap((track) => track.chunks.map((chunk) => chunk.byteLength)));
  const file = new Uint8Array(dataStart + dataBytes);
  file.set(fileType, 0);
  file.set(movieBox(header, placed), fileType.length);
  file.set(u32(BOX_HEADER_BYTES + dataBytes), headerBytes);
  file.set(text('mdat'), headerBytes + 4);
  for (const { track, chunkOffsets } of placed) {
    if (track.media.kind === 'video') writePictures(file, video.pictures, { track, chunkOffsets });
    else writeTone(file, { track, chunkOffsets });
  }
  return file;
}

/** Lays the chunks of all tracks out second by second and tells each track where its own lie. */
function placeTracks(tracks: readonly Track[], dataStart: number): readonly PlacedTrack[] {
  const placed = tracks.map((track) => ({ track, chunkOffsets: [] as number[] }));
  const seconds = Math.max(...tracks.map((track) => track.chunks.length));
  let offset = dataStart;
  for (let second = 0; second < seconds; second += 1) {
    for (const { track, chunkOffsets } of placed) {
      const chunk = track.chunks[second];
      if (chunk === undefined) continue;
      chunkOffsets.push(offset);
      offset += chunk.byteLength;
    }
  }
  return placed;
}

function writePictures(
  file: Uint8Array,
  pictures: readonly Uint8Array[],
  { track, chunkOffsets }: PlacedTrack,
): void {
  let next = 0;
  track.chunks.forEach((chunk, index) => {
    let offset = chunkOffsets[index] ?? 0;
    for (const picture of pictures.slice(next, next + chunk.sampleCount)) {
      file.set(u32(picture.length), offset);
      file.set(picture, offset + NAL_LENGTH_BYTES);
      offset += NAL_LENGTH_BYTES + picture.length;
    }
    next += chunk.sampleCount;
  });
}

function writeTone(file: Uint8Array, { track, chunkOffsets }: PlacedTrack): void {
  track.chunks.forEach((chunk, index) => {
    const start = chunkOffsets[index] ?? 0;
    for (let sample = 0; sample < chunk.sampleCount; sample += 1) {
      file.set(TONE_FRAME, start + sample * TONE_FRAME.length);
    }
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
