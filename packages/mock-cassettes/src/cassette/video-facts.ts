import { nameOf } from './cassette-folder.ts';
import type { VideoFacts } from './cassette-line.ts';

/** Facts of a video or picture whose bytes are not kept; undefined for other bytes. */
export function videoFacts(bytes: Buffer, contentType: string): VideoFacts | undefined {
  const isMovie = bytes.toString('latin1', 4, 8) === 'ftyp';
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG' && bytes.length > 24;
  if (!isMovie && !isPng && !/^(?:video|image|audio)\//.test(contentType)) return undefined;
  const known = { bytes: bytes.length, sha256: nameOf(bytes) };
  const unknown = { codec: null, seconds: null, width: null, height: null };
  if (isMovie) return { type: 'video/mp4', ...known, ...unknown, ...movieFacts(bytes) };
  if (!isPng) return { type: contentType, ...known, ...unknown };
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { type: 'image/png', ...known, ...unknown, width, height };
}

/** From ISO/IEC 14496-12: the movie header, the first track with a size, and its first sample entry. */
function movieFacts(file: Buffer): Partial<VideoFacts> {
  const movie = boxIn(file, 'moov');
  const header = boxIn(movie, 'mvhd');
  if (header.length < 32) return {};
  const at = header[0] === 1 ? 20 : 12;
  const length = header[0] === 1 ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const seconds = length / Math.max(1, header.readUInt32BE(at));
  for (const track of boxesIn(movie, 'trak')) {
    const size = boxIn(track, 'tkhd').subarray(-8);
    const width = size.length < 8 ? 0 : size.readUInt16BE(0);
    if (width === 0) continue;
    const entries = ['mdia', 'minf', 'stbl', 'stsd'].reduce(boxIn, track);
    const codec = entries.length === 0 ? null : entries.toString('latin1', 12, 16);
    return { seconds, width, height: size.readUInt16BE(4), codec };
  }
  return { seconds };
}

/** Content of the first box with this name; empty without one. */
function boxIn(bytes: Buffer, name: string): Buffer {
  return boxesIn(bytes, name).next().value ?? Buffer.alloc(0);
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
