/** Number of bytes at the beginning of a file that suffice to recognise its media type. */
export const SNIFF_BYTES = 4100;

const MPEG1_KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG1_HZ = [44_100, 48_000, 32_000];

/**
 * Returns the length of the MPEG audio layer III frame at an offset, in bytes (ISO/IEC 11172-3 §2.4.1, 13818-3);
 * undefined without a sound header there. Free-format frames, whose length no header contains, count as none.
 */
export function mp3FrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 4);
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  if (bytes.length < at + 4 || sync !== 0xff || second < 0xe0 || version === 1 || layer !== 1)
    return undefined;
  const isMpeg1 = version === 3;
  const kbits = (isMpeg1 ? MPEG1_KBITS : MPEG2_KBITS)[third >> 4];
  const fullHz = MPEG1_HZ[(third >> 2) & 3];
  if (kbits === undefined || kbits === 0 || fullHz === undefined) return undefined;
  // MPEG 2 halves the sampling rates, MPEG 2.5 (version 0) halves them again.
  const hz = isMpeg1 ? fullHz : fullHz / (version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbits) / hz) + padding;
}

/**
 * Returns the length of the ADTS frame at an offset, in bytes (ISO/IEC 14496-3 annex 1.A.2); undefined without a sound
 * header there.
 */
export function adtsFrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(
    at,
    at + 7,
  );
  if (bytes.length < at + 7 || sync !== 0xff || (second & 0xf6) !== 0xf0) return undefined;
  const frequencyIndex = (third >> 2) & 15;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  const headerBytes = (second & 1) === 1 ? 7 : 9;
  return frequencyIndex > 12 || length <= headerBytes ? undefined : length;
}

/** Sound in bare frames, without a container that identifies itself. */
export type SniffedAudioFrames =
  | { readonly kind: 'audio'; readonly contentType: 'audio/mpeg'; readonly extension: 'mp3' }
  | { readonly kind: 'audio'; readonly contentType: 'audio/aac'; readonly extension: 'aac' };

const MP3 = { kind: 'audio', contentType: 'audio/mpeg', extension: 'mp3' } as const;
const AAC = { kind: 'audio', contentType: 'audio/aac', extension: 'aac' } as const;

/** Maximum header length that either kind of frame needs, in bytes. */
const HEADER_BYTES = 7;

/**
 * Recognises MP3 and ADTS AAC frames by two headers in a row, with or without an ID3v2 tag before them. One header
 * alone is twelve fixed bits, which other files have by chance.
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
  // A tag with a cover picture hides the frames; in practice these tags precede MP3.
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

/** Length of an ID3v2 tag with its header, in bytes (id3.org, ID3v2.4.0 §3.1); 0 without a tag. */
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
