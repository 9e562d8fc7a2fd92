import { fc, test as law } from '@fast-check/vitest';
import { formatName } from '@filmgate/core';
import { describe, expect, test } from 'vitest';
import { SNIFF_BYTES } from './sniff-audio-frames.ts';
import { sniffMediaType } from './sniff-media-type.ts';

function bytes(...parts: readonly (string | number | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => {
      if (typeof part === 'number') return [part];
      return typeof part === 'string'
        ? Array.from(part, (character) => character.charCodeAt(0))
        : [...part];
    }),
  );
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0);
}

function ftyp(major: string, ...compatible: readonly string[]): Uint8Array {
  return bytes(
    [0, 0, 0, 16 + compatible.length * 4],
    'ftyp',
    major,
    zeros(4),
    ...compatible,
    'more of the file',
  );
}

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes. */
const MP3_FRAME = [0xff, 0xfb, 0x90, 0x00, ...zeros(413)];
/** MPEG-2 layer III, 64 kbit/s, 22.05 kHz: 208 bytes. */
const MP3_SLOW_FRAME = [0xff, 0xf3, 0x80, 0x00, ...zeros(204)];
/** AAC LC, 44.1 kHz, two channels, 23 bytes with a header of 7. */
const ADTS_FRAME = [0xff, 0xf1, 0x50, 0x80, 0x02, 0xff, 0xfc, ...zeros(16)];
/** ADTS frame with a checksum: a header of 9. */
const ADTS_CHECKED_FRAME = [0xff, 0xf0, 0x50, 0x80, 0x02, 0xff, 0xfc, ...zeros(16)];
const id3 = (size: number): readonly number[] => [
  0x49,
  0x44,
  0x33,
  4,
  0,
  0,
  0,
  0,
  size >> 7,
  size & 127,
  ...zeros(size),
];

const known = [
  ['png', 'image/png', bytes([0x89], 'PNG', [13, 10, 26, 10], 'IHDR')],
  ['jpg', 'image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
  ['webp', 'image/webp', bytes('RIFF', zeros(4), 'WEBPVP8 ')],
  ['webp', 'image/webp', bytes('RIFF', zeros(4), 'WEBPVP8X')],
  ['mp4', 'video/mp4', ftyp('isom', 'isom', 'avc1')],
  ['mp4', 'video/mp4', ftyp('mp42')],
  ['mp4', 'video/mp4', ftyp('M4V ', 'isom')],
  ['mp4', 'video/mp4', ftyp('XXXX', 'YYYY', 'mp41')],
  ['mov', 'video/quicktime', ftyp('qt  ', 'qt  ')],
  ['m4a', 'audio/mp4', ftyp('M4A ', 'M4A ', 'isom')],
  ['m4a', 'audio/mp4', ftyp('M4B ')],
  [
    'webm',
    'video/webm',
    bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84], 'webm'),
  ],
  ['wav', 'audio/wav', bytes('RIFF', zeros(4), 'WAVEfmt ')],
  ['mp3', 'audio/mpeg', bytes(MP3_FRAME, MP3_FRAME)],
  ['mp3', 'audio/mpeg', bytes(MP3_SLOW_FRAME, MP3_SLOW_FRAME)],
  ['mp3', 'audio/mpeg', bytes(MP3_FRAME)],
  ['mp3', 'audio/mpeg', bytes(id3(20), MP3_FRAME)],
  ['mp3', 'audio/mpeg', bytes(id3(20), zeros(100), MP3_FRAME)],
  ['mp3', 'audio/mpeg', bytes(id3(8000)).subarray(0, SNIFF_BYTES)],
  ['mp3', 'audio/mpeg', bytes(id3(4080), MP3_FRAME).subarray(0, SNIFF_BYTES)],
  ['aac', 'audio/aac', bytes(ADTS_FRAME, ADTS_FRAME)],
  ['aac', 'audio/aac', bytes(ADTS_CHECKED_FRAME, ADTS_CHECKED_FRAME)],
  ['aac', 'audio/aac', bytes(id3(20), ADTS_FRAME, ADTS_FRAME)],
] as const;

describe('recognised', () => {
  test.for(known)('%s as %s', ([extension, contentType, head]) => {
    const kind = contentType.split('/')[0];
    expect(sniffMediaType(head)).toEqual({ kind, contentType, extension });
  });

  test('every one of the ten types', () => {
    expect(new Set(known.map(([extension]) => extension)).size).toBe(10);
  });

  law.prop([fc.constantFrom(...known), fc.uint8Array({ minLength: 1, maxLength: 2000 })])(
    'the same whatever follows',
    ([extension, , head], tail) => {
      // Bare sound needs a second frame, so the bytes after its first one matter.
      fc.pre(!['mp3', 'aac'].includes(extension) || head.length > 800);
      const found = sniffMediaType(bytes([...head], [...tail]).subarray(0, SNIFF_BYTES));
      expect(found).toMatchObject({ extension });
    },
  );
});

describe('[references.formats-by-name] called by its name and not taken', () => {
  test.for([
    ['HEIC', ftyp('heic', 'mif1', 'heic')],
    ['HEIC', ftyp('mif1', 'heix', 'miaf')],
    ['HEIF', ftyp('mif1', 'miaf')],
    ['AVIF', ftyp('avif', 'mif1')],
    ['AVIF', ftyp('mif1', 'avif', 'isom')],
    ['Canon raw', ftyp('crx ', 'isom')],
    ['GIF', bytes('GIF89a', zeros(20))],
    ['BMP', bytes('BM', [0x36, 0x10, 0, 0], zeros(4), [0x36, 0, 0, 0])],
    ['TIFF', bytes('II*', [0, 8, 0, 0, 0])],
    ['TIFF', bytes('MM', [0, 0x2a, 0, 0, 0, 8])],
    ['JPEG XL', bytes([0, 0, 0, 12], 'JXL ', [0x0d, 0x0a, 0x87, 0x0a])],
    ['PSD', bytes('8BPS', [0, 1])],
    ['PDF', bytes('%PDF-1.7')],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['SVG', bytes('<?xml version="1.0"?>\n<!-- a logo -->\n<svg width="4">')],
  ] as const)('%s', ([name, head]) => {
    const sniffed = sniffMediaType(head);
    expect(sniffed).toMatchObject({ kind: 'not-taken' });
    expect(formatName(sniffed?.contentType ?? '')).toBe(name);
  });
});

describe('not recognised', () => {
  test.for([
    ['nothing', bytes()],
    ['text', bytes('hello')],
    ['HTML', bytes('<!DOCTYPE html><html></html>')],
    ['ZIP', bytes('PK', [3, 4], zeros(30))],
    ['an unknown brand', ftyp('XXXX', 'YYYY')],
    ['3GPP', ftyp('3gp4', '3gp4')],
    ['a brand box that is not closed', ftyp('isom', 'isom').subarray(0, 18)],
    ['a brand box of absurd size', bytes([0x7f, 0xff, 0xff, 0xfc], 'ftypisom', zeros(20))],
    ['a brand box of odd size', bytes([0, 0, 0, 18], 'ftypisom', zeros(40))],
    ['a brand box of a thousand brands', bytes([0, 0, 4, 4], 'ftypisom', zeros(2000))],
    ['a brand box too small', bytes([0, 0, 0, 8], 'ftypisom', zeros(20))],
    ['Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x82, 0x88], 'matroska')],
    ['AVI', bytes('RIFF', zeros(4), 'AVI LIST')],
    ['WebP without a picture', bytes('RIFF', zeros(4), 'WEBPXXXX')],
    ['FLAC', bytes('fLaC', zeros(40))],
    ['FLAC behind an ID3 tag', bytes(id3(20), 'fLaC', zeros(40))],
    ['Ogg', bytes('OggS', zeros(40))],
    ['UTF-16 text', bytes([0xff, 0xfe], 'h', 0, 'i', 0)],
    ['one MP3 header by chance', bytes(MP3_FRAME, 'something else entirely')],
    ['one AAC header by chance', bytes(ADTS_FRAME, 'something else entirely')],
    ['MPEG layer II', bytes([0xff, 0xfd, 0x90, 0], zeros(413), [0xff, 0xfd, 0x90, 0], zeros(413))],
    [
      'a reserved MPEG version',
      bytes([0xff, 0xeb, 0x90, 0], zeros(413), [0xff, 0xeb, 0x90, 0], zeros(413)),
    ],
    ['a reserved bit rate', bytes([0xff, 0xfb, 0xf0, 0], zeros(413))],
    ['a reserved sampling rate', bytes([0xff, 0xfb, 0x9c, 0], zeros(413))],
    [
      'an AAC frame shorter than its header',
      bytes([0xff, 0xf1, 0x50, 0x80, 0, 0x1f, 0xfc], zeros(20)),
    ],
    ['an ID3 tag and nothing else', bytes(id3(20))],
    ['a broken ID3 size', bytes([0x49, 0x44, 0x33, 4, 0, 0, 0x80, 0, 0, 1], MP3_FRAME)],
    ['all ones', bytes(Array.from({ length: 100 }, () => 255))],
  ] as const)('%s', ([, head]) => {
    expect(sniffMediaType(head)).toBeUndefined();
  });

  law.prop([fc.uint8Array({ maxLength: SNIFF_BYTES })], { numRuns: 2000 })(
    'random bytes',
    (head) => {
      expect(sniffMediaType(head)).toBeUndefined();
    },
  );

  law.prop([fc.constantFrom(...known), fc.nat()])(
    'or recognised as the same: a head cut short',
    ([extension, , head], position) => {
      const found = sniffMediaType(head.subarray(0, position % head.length));
      if (found !== undefined) expect(found).toMatchObject({ extension });
    },
  );
});
