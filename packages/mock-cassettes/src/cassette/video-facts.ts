import { createHash } from 'node:crypto';
import type { VideoFacts } from './cassette-line.ts';

/** Facts of a video or picture whose bytes are not kept; undefined for other bytes. */
export function videoFacts(bytes: Buffer, contentType: string): VideoFacts | undefined {
  const isMovie = bytes.toString('latin1', 4, 8) === 'ftyp';
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG' && bytes.length > 24;
  if (!isMovie && !isPng && !/^(?:video|image|audio)\//.test(contentType)) return undefined;
  const facts: VideoFacts = {
    type: contentType,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    codec: null,
    seconds: null,
    width: null,
    height: null,
  };
  if (isMovie) return { ...facts, type: 'video/mp4', ...movieFacts(bytes) };
  if (!isPng) return facts;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { ...facts, type: 'image/png', width, height };
}

/** From ISO/IEC 14496-12: the movie header, the size of the track that has one, the first sample entry. */
function movieFacts(file: Buffer): Partial<VideoFacts> {
  const movie = boxIn(file, 'moov');
  const header = movie === undefined ? undefined : boxIn(movie, 'mvhd');
  if (movie === undefined || header === undefined || header.length < 32) return {};
  const at = header[0] === 1 ? 20 : 12;
  const length = header[0] === 1 ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const seconds = length / Math.max(1, header.readUInt32BE(at));
  for (const track of boxesIn(movie, 'trak')) {
    const position = boxIn(track, 'tkhd');
    const media = ['mdia', 'minf', 'stbl', 'stsd'].reduce<Buffer | undefined>(
      (box, name) => (box === undefined ? undefined : boxIn(box, name)),
      track,
    );
    const width =
      position === undefined || position.length < 8
        ? 0
        : position.readUInt16BE(position.length - 8);
    if (position === undefined || width === 0) continue;
    const codec = media?.toString('latin1', 12, 16) ?? null;
    return { seconds, width, height: position.readUInt16BE(position.length - 4), codec };
  }
  return { seconds };
}

function boxIn(bytes: Buffer, name: string): Buffer | undefined {
  return boxesIn(bytes, name).next().value ?? undefined;
}

/** Contents of the boxes of a name, in order; a malformed box ends the list. */
function* boxesIn(bytes: Buffer, name: string): Generator<Buffer, undefined> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) return undefined;
    if (bytes.toString('latin1', at + 4, at + 8) === name) yield bytes.subarray(at + 8, at + size);
    at += size;
  }
  return undefined;
}
