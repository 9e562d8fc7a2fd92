import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { join, text, u32 } from '../../test/media/mp4-bytes.ts';
import { inspectImage } from './inspect-image.ts';
import { fileBudget } from './inspection-budget.ts';

function png(width: number, height: number): Uint8Array {
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const chunk = (type: string, data: Uint8Array): Uint8Array =>
    join([u32(data.length), text(type), data, u32(0)]);
  const header = join([u32(width, height), Uint8Array.of(8, 2, 0, 0, 0)]);
  return join([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', new Uint8Array(20)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** With an application segment, fill bytes, a stuffed data byte and a restart marker in the coded data. */
function jpeg(width: number, height: number, startOfFrame = 0xc0): Uint8Array {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return Uint8Array.from([
    255,
    216,
    255,
    224,
    1,
    4,
    ...Array.from({ length: 258 }, () => 9),
    255,
    255,
    255,
    255,
    196,
    0,
    4,
    0,
    0,
    255,
    208,
    255,
    startOfFrame,
    0,
    11,
    8,
    ...size,
    1,
    1,
    17,
    0,
    255,
    218,
    0,
    8,
    1,
    1,
    0,
    0,
    63,
    0,
    1,
    2,
    255,
    0,
    3,
    255,
    211,
    4,
    255,
    0,
    255,
    215,
    255,
    0,
    255,
    217,
  ]);
}

function riff(...chunks: readonly Uint8Array[]): Uint8Array {
  const body = join([text('WEBP'), ...chunks]);
  return join([text('RIFF'), littleEndian(body.length, 4), body]);
}

function littleEndian(value: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

function lossyWebp(width: number, height: number): Uint8Array {
  const frame = [
    0,
    0,
    0,
    0x9d,
    0x01,
    0x2a,
    ...littleEndian(width, 2),
    ...littleEndian(height, 2),
    7,
    7,
  ];
  return riff(text('VP8 '), littleEndian(frame.length, 4), Uint8Array.from(frame));
}

function losslessWebp(width: number, height: number): Uint8Array {
  const bits = width - 1 + (height - 1) * 2 ** 14;
  return riff(
    text('VP8L'),
    littleEndian(10, 4),
    Uint8Array.of(0x2f),
    littleEndian(bits, 4),
    new Uint8Array(5),
  );
}

function extendedWebp(width: number, height: number): Uint8Array {
  const canvas = join([u32(0), littleEndian(width - 1, 3), littleEndian(height - 1, 3)]);
  return riff(text('VP8X'), littleEndian(10, 4), canvas, text('VP8L'), littleEndian(0, 4));
}

const formats = [
  { name: 'png', build: png, contentType: 'image/png', largest: 2 ** 31 - 1 },
  { name: 'jpeg', build: jpeg, contentType: 'image/jpeg', largest: 65_535 },
  { name: 'lossy webp', build: lossyWebp, contentType: 'image/webp', largest: 16_383 },
  { name: 'lossless webp', build: losslessWebp, contentType: 'image/webp', largest: 16_384 },
  { name: 'extended webp', build: extendedWebp, contentType: 'image/webp', largest: 2 ** 24 },
] as const;

describe.for(formats)('$name', ({ build, contentType, largest }) => {
  const side = fc.integer({ min: 1, max: largest });

  law.prop([side, side])('gives the size it was made with', (width, height) => {
    expect(inspectImage(build(width, height))).toEqual({
      kind: 'sound',
      contentType,
      width,
      height,
      durationSeconds: null,
      hasAudio: false,
    });
  });

  test('may be as small and as large as the format allows', () => {
    for (const [width, height] of [
      [1, 1],
      [largest, 1],
      [1, largest],
    ] as const) {
      expect(inspectImage(build(width, height))).toMatchObject({ kind: 'sound', width, height });
    }
  });

  test('cut anywhere is never called whole', () => {
    const bytes = build(640, 360);
    for (let length = 1; length < bytes.length; length += 1) {
      expect({ length, kind: inspectImage(bytes.subarray(0, length)).kind }).toEqual({
        length,
        kind: 'unusable',
      });
    }
  });

  law.prop([
    fc.array(fc.record({ at: fc.nat(200), value: fc.integer({ min: 0, max: 255 }) }), {
      maxLength: 8,
    }),
  ])('damaged gives an answer with a positive size or a refusal', (mutations) => {
    const bytes = build(640, 360).slice();
    for (const { at, value } of mutations) bytes[at % bytes.length] = value;
    const found = inspectImage(bytes);
    if (found.kind === 'sound') expect(Math.min(found.width, found.height)).toBeGreaterThan(0);
    else expect(found).toMatchObject({ kind: 'unusable', message: expect.stringMatching(/./) });
  });
});

describe('reasons', () => {
  test.for([
    ['nothing', new Uint8Array(0), 'empty'],
    ['HTML', text('<!DOCTYPE html><title>404</title>'), 'not-an-image'],
    ['a GIF', text('GIF89a__________'), 'not-an-image'],
    ['another RIFF file', join([text('RIFF'), u32(0), text('WAVEfmt ')]), 'not-an-image'],
    ['a PNG without width', png(0, 5), 'malformed'],
    ['a PNG wider than the format allows', png(2 ** 31, 5), 'malformed'],
    ['a PNG whose first chunk is no header', replace(png(4, 4), 12, 'IDAT'), 'malformed'],
    ['a PNG without data', replace(png(4, 4), 37, 'tEXt'), 'truncated'],
    [
      'a JPEG without frame header',
      Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 0xff, 0xd9),
      'malformed',
    ],
    ['a JPEG with a thumbnail-sized header segment', jpeg(4, 4, 0xc4), 'malformed'],
    ['a JPEG that ends at once', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), 'malformed'],
    [
      'a JPEG with garbage between segments',
      Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 2, 7, 7),
      'malformed',
    ],
    ['a JPEG without a picture', withoutScan(jpeg(4, 4)), 'truncated'],
    ['a file with half of the PNG signature', png(4, 4).with(7, 0), 'not-an-image'],
    ['a WebP between key frames', replace(lossyWebp(4, 4), 23, 'xxx'), 'malformed'],
    ['a WebP with a bad signature', replace(losslessWebp(40, 40), 20, 'x'), 'malformed'],
    ['a WebP of an unknown kind', replace(lossyWebp(4, 4), 12, 'ALPH'), 'malformed'],
  ] as const)('%s is refused with its reason', ([, bytes, reason]) => {
    expect(inspectImage(bytes)).toMatchObject({ kind: 'unusable', reason });
  });

  test.for([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc9, 0xcf])(
    'a JPEG with frame header %i has a size',
    (startOfFrame) => {
      expect(inspectImage(jpeg(30, 20, startOfFrame))).toMatchObject({
        kind: 'sound',
        width: 30,
        height: 20,
      });
    },
  );

  test.for([
    ['chunks of a PNG', png(4, 4).subarray(0, -12), join([u32(0), text('tEXt'), u32(0)])],
    [
      'segments of a JPEG before its header',
      Uint8Array.of(255, 216),
      Uint8Array.of(255, 224, 0, 2),
    ],
    ['segments behind it', jpeg(4, 4).subarray(0, -2), Uint8Array.of(255, 224, 0, 2)],
  ] as const)('[results.checked-within] too many %s are over budget', ([, start, part]) => {
    const bytes = new Uint8Array(start.length + (fileBudget.parts + 1) * part.length);
    bytes.set(start);
    for (let at = start.length; at < bytes.length; at += part.length) bytes.set(part, at);
    expect(inspectImage(bytes)).toMatchObject({ kind: 'unchecked' });
  });

  test('bytes after the end of a picture do no harm', () => {
    for (const { build } of formats)
      expect(inspectImage(join([build(8, 8), text('trailer')])).kind).toBe('sound');
  });
});

/** A JPEG with its end right behind the header. */
function withoutScan(bytes: Uint8Array): Uint8Array {
  const scan = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xda);
  return join([bytes.subarray(0, scan), Uint8Array.of(0xff, 0xd9)]);
}

function replace(bytes: Uint8Array, at: number, characters: string): Uint8Array {
  const copy = bytes.slice();
  copy.set(text(characters), at);
  return copy;
}
