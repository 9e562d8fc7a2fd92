import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseMedia } from './recognise-media.ts';

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : [...part].map((letter) => letter.charCodeAt(0)),
    ),
  );

/** Packets of a stream of other content, each beginning with the sync byte. */
const packets = (first: number, packetBytes: number): Uint8Array =>
  Uint8Array.from({ length: 4 * packetBytes }, (_, at) =>
    at % packetBytes === first ? 0x47 : 0xff,
  );

describe('[results.other-form] a media file is recognised by its bytes', () => {
  it.each([
    ['a film of an unknown brand', bytes(0, 0, 0, 16, 'ftypnew!', 0, 0, 0, 0), 'video/mp4'],
    ['an old QuickTime film', bytes(0, 0, 0, 8, 'wide', 0, 0, 1, 0, 'mdat'), 'video/quicktime'],
    ['one with 700 MB of media', bytes(0x29, 0xb9, 0x27, 0, 'mdat'), 'video/quicktime'],
    ['one whose index comes first', bytes(0, 0, 9, 0, 'moov'), 'video/quicktime'],
    ['WebM', bytes(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84, 'webm'), 'video/webm'],
    [
      'Matroska',
      bytes(0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x82, 0x88, 'matroska'),
      'video/matroska',
    ],
    ['a transport stream', packets(0, 188), 'video/mp2t'],
    ['one with times before its packets', packets(4, 192), 'video/mp2t'],
    ['a program stream', bytes(0, 0, 1, 0xba, 0x44), 'video/mpeg'],
    ['MPEG pictures alone', bytes(0, 0, 1, 0xb3, 0x14), 'video/mpeg'],
    ['AVI', bytes('RIFF', 0, 1, 0, 0, 'AVI LIST'), 'video/x-msvideo'],
    ['Flash Video', bytes('FLV', 1, 5), 'video/x-flv'],
    ['Theora', bytes('OggS', ...Array.from({ length: 24 }, () => 0), 0x80, 'theora'), 'video/ogg'],
    ['Vorbis', bytes('OggS', ...Array.from({ length: 24 }, () => 0), 1, 'vorbis'), 'audio/ogg'],
    ['GIF', bytes('GIF89a', 1, 0, 1, 0), 'image/gif'],
    ['AVIF', bytes(0, 0, 0, 24, 'ftypavif', 0, 0, 0, 0, 'avifmif1'), 'image/avif'],
    ['HEIC', bytes(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0, 'mif1heic'), 'image/heic'],
    ['BMP', bytes('BM', 0x36, 0x10, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0), 'image/bmp'],
    ['TIFF', bytes('II*', 0, 8, 0, 0, 0), 'image/tiff'],
  ] as const)('%s', (_name, head, contentType) => {
    expect(recogniseMedia(head)).toBe(contentType);
  });

  it.each([
    ['nothing', ''],
    ['a challenge page', '<html><body>Just a moment...</body></html>'],
    ['JSON', '{"error":{"message":"not found"}}'],
    ['a page that speaks of films', 'The moov atom is missing'],
    ['an answer in XML', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>'],
    ['text that begins like packets', 'Go away'],
    ['text that begins like media', 'see mdat'],
    [
      'a drawing of an error page',
      '<svg xmlns="http://www.w3.org/2000/svg"><text>502</text></svg>',
    ],
    ['a document', '%PDF-1.7'],
  ])('%s is none', (_name, text) => {
    expect(recogniseMedia(bytes(text))).toBeUndefined();
  });

  it('law: no text of printable characters is a video', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 600 });
    fc.assert(
      fc.property(printable, (text) => {
        const contentType = recogniseMedia(bytes(text)) ?? '';
        expect(contentType.startsWith('video/')).toBe(false);
      }),
    );
  });
});
