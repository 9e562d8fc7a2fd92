import { adtsFrameLength, mp3FrameLength } from './audio-frame-length.ts';
import { SNIFF_BYTES } from './sniff-bytes.ts';

/** Sound in bare frames, without a container that names itself. */
export type SniffedAudioFrames =
  | { readonly kind: 'audio'; readonly contentType: 'audio/mpeg'; readonly extension: 'mp3' }
  | { readonly kind: 'audio'; readonly contentType: 'audio/aac'; readonly extension: 'aac' };

const MP3 = { kind: 'audio', contentType: 'audio/mpeg', extension: 'mp3' } as const;
const AAC = { kind: 'audio', contentType: 'audio/aac', extension: 'aac' } as const;

/** The longest header either kind of frame needs to be judged. */
const HEADER_BYTES = 7;

/**
 * Tells MP3 and ADTS AAC frames by two headers in a row, with or without an ID3v2 tag before them. One
 * header alone is twelve fixed bits, which other files have by chance.
 *
 * @param head - the beginning of the file
 */
export function sniffAudioFrames(head: Uint8Array): SniffedAudioFrames | undefined {
  const tagBytes = id3TagLength(head);
  if (tagBytes === 0) {
    if (hasTwoFrames(head, 0, adtsFrameLength)) return AAC;
    return hasTwoFrames(head, 0, mp3FrameLength) ? MP3 : undefined;
  }
  let start = tagBytes;
  while (head[start] === 0) start += 1;
  // A tag with a cover picture hides the frames from us; such tags stand before MP3 in practice.
  if (start + HEADER_BYTES > head.length) return head.length < SNIFF_BYTES ? undefined : MP3;
  if (adtsFrameLength(head, start) !== undefined) return AAC;
  return mp3FrameLength(head, start) === undefined ? undefined : MP3;
}

/** Two frames in a row, or exactly one that is the whole file. */
function hasTwoFrames(
  head: Uint8Array,
  start: number,
  frameLength: (bytes: Uint8Array, at: number) => number | undefined,
): boolean {
  const length = frameLength(head, start);
  if (length === undefined) return false;
  const next = start + length;
  return next === head.length || frameLength(head, next) !== undefined;
}

/** Bytes of an ID3v2 tag with its header (id3.org, ID3v2.4.0 §3.1); 0 when there is none. */
function id3TagLength(head: Uint8Array): number {
  const [
    i,
    d,
    three,
    version = 0xff,
    revision = 0xff,
    flags = 0,
    a = 0x80,
    b = 0x80,
    c = 0x80,
    e = 0x80,
  ] = head;
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0;
  if (version === 0xff || revision === 0xff || (a | b | c | e) >= 0x80) return 0;
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a << 21) | (b << 14) | (c << 7) | e) + footer;
}
