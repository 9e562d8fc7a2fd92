import type { ByteReader } from '@filmgate/core';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { buildMp4 } from '../../test/media/build-mp4.ts';
import { replaceInside } from '../../test/media/change-mp4.ts';
import { inspect, reasonOf } from '../../test/media/inspect-bytes.ts';
import { text, u32 } from '../../test/media/mp4-bytes.ts';
import type { Mp4Recipe } from '../../test/media/mp4-recipe.ts';
import { inspectMp4 } from './inspect-mp4.ts';

/** A fragmented file up to its first fragment. */
function openingOf(file: Uint8Array): Uint8Array {
  const at = file.findIndex(
    (_, index) => String.fromCharCode(...file.subarray(index, index + 4)) === 'moof',
  );
  return file.subarray(0, at - 4);
}

const unplayed = (coding: string): string =>
  `The video is coded as "${coding}", which browsers do not play.`;

const shapes = fc.record({
  order: fc.constantFrom('movie-first', 'movie-last'),
  width: fc.integer({ min: 1, max: 8192 }),
  height: fc.integer({ min: 1, max: 8192 }),
  shownSize: fc.constantFrom('coded', 'none'),
  rotation: fc.constantFrom(0, 90, 180, 270),
  frames: fc.integer({ min: 1, max: 40 }),
  frameBytes: fc.integer({ min: 1, max: 15 }),
  timescale: fc.integer({ min: 1, max: 90_000 }),
  frameDuration: fc.integer({ min: 1, max: 5000 }),
  framesPerChunk: fc.integer({ min: 1, max: 9 }),
  audio: fc.boolean(),
  sizes: fc.constantFrom('listed', 'shared', 'compact-4', 'compact-8', 'compact-16'),
  wide: fc.boolean(),
  movieDuration: fc.constantFrom('known', 'zero', 'all-ones'),
}) satisfies fc.Arbitrary<Partial<Mp4Recipe>>;

const fragmentedShapes = fc.record({
  frameBytes: fc.integer({ min: 1, max: 15 }),
  audio: fc.boolean(),
  fragments: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
  fragmentStyle: fc.constantFrom(
    'listed',
    'listed-sizes',
    'listed-durations',
    'defaults',
    'explicit-base',
    'chained',
  ),
}) satisfies fc.Arbitrary<Partial<Mp4Recipe>>;

describe('a whole file', () => {
  law.prop([shapes])('is sound, and its facts are those it was built from', async (shape) => {
    const seconds = (shape.frames * shape.frameDuration) / shape.timescale;
    const isSideways = shape.rotation === 90 || shape.rotation === 270;
    const media = {
      samples: shape.frames,
      bytes: shape.frames * shape.frameBytes,
      durationSeconds: seconds,
    };
    expect(await inspect(buildMp4(shape))).toEqual({
      kind: 'sound',
      tracks: [
        { media: 'video', ...media },
        ...(shape.audio ? [{ media: 'audio', ...media }] : []),
      ],
      width: isSideways ? shape.height : shape.width,
      height: isSideways ? shape.width : shape.height,
      durationSeconds: seconds,
      hasAudio: shape.audio,
      codec: 'h264',
      notes: [],
    });
  });

  law.prop([fragmentedShapes])('in fragments counts the samples of all of them', async (shape) => {
    const samples = shape.fragments.reduce((sum, count) => sum + count, 0);
    const found = await inspect(buildMp4(shape));
    expect(found).toMatchObject({
      kind: 'sound',
      durationSeconds: samples / 10,
      hasAudio: shape.audio,
    });
    expect(found.kind === 'sound' ? found.tracks[0] : undefined).toEqual({
      media: 'video',
      samples,
      bytes: samples * shape.frameBytes,
      durationSeconds: samples / 10,
    });
  });

  test.for([
    ['avc1', 'avcC', 'h264'],
    ['avc3', 'avcC', 'h264'],
    ['hvc1', 'hvcC', 'hevc'],
    ['hev1', 'hvcC', 'hevc'],
    ['dvh1', 'hvcC', 'hevc'],
    ['av01', 'av1C', 'av1'],
    ['vp09', 'vpcC', 'vp9'],
  ] as const)('with sample entry %s and %s is %s', async ([codec, configuration, expected]) => {
    expect(await inspect(buildMp4({ codec, configuration }))).toMatchObject({
      kind: 'sound',
      codec: expected,
    });
  });

  test.for([
    ['two videos', buildMp4({ videoTracks: 2 }), ['The file has more than one video track.']],
    ['an old coding', buildMp4({ codec: 'mp4v', configuration: 'esds' }), [unplayed('mp4v')]],
    ['ProRes', buildMp4({ codec: 'apcn' }), [unplayed('apcn')]],
    ['an encrypted video', buildMp4({ codec: 'encv' }), [unplayed('encv')]],
  ] as const)('[results.other-form] with %s is sound, and says so', async ([, bytes, notes]) => {
    expect(await inspect(bytes)).toMatchObject({ kind: 'sound', width: 64, height: 36, notes });
  });

  test('may have a single picture of a single byte', async () => {
    expect(await reasonOf(buildMp4({ frames: 1, frameBytes: 1 }))).toBe('sound');
  });

  test('uses the size of the sample entry when the track header gives half of one', async () => {
    const half = replaceInside(buildMp4(), 'tkhd', (content) => content.fill(0, 80));
    expect(await inspect(half)).toMatchObject({ width: 64, height: 36 });
    const other = replaceInside(buildMp4({ width: 50 }), 'tkhd', (content) =>
      content.fill(0, 76, 80),
    );
    expect(await inspect(other)).toMatchObject({ width: 50, height: 36 });
  });

  test.for([
    ['slanted', [1, 1, 0, -1, 1]],
    ['squeezed flat', [0, 1, 0, 0, 0]],
    ['only mirrored', [-1, 0, 0, 0, 1]],
  ] as const)('%s is not turned sideways', async ([, matrix]) => {
    const turned = replaceInside(buildMp4(), 'tkhd', (content) =>
      content.set(u32(...matrix.map((value) => value * 0x1_0000)), 40),
    );
    expect(await inspect(turned)).toMatchObject({ width: 64, height: 36 });
  });

  test('may let its last media box reach to the end of the file', async () => {
    const file = buildMp4();
    const open = file.slice();
    const mediaStart = file.length - 118;
    expect(String.fromCharCode(...file.subarray(mediaStart + 4, mediaStart + 8))).toBe('mdat');
    open.set(u32(0), mediaStart);
    expect(await reasonOf(open)).toBe('sound');
    expect(await reasonOf(open.subarray(0, -1))).toBe('truncated');
  });

  test('may have a sample entry that ends in four zero bytes, as QuickTime writes it', async () => {
    const file = buildMp4();
    const grown = replaceInside(file, 'avcC', (content) => content.fill(0));
    const at = grown.findIndex(
      (_, index) => String.fromCharCode(...grown.subarray(index, index + 4)) === 'avcC',
    );
    // The set-up box shrinks by four bytes, which remain as the terminator.
    grown.set(u32(11), at - 4);
    expect(await reasonOf(grown)).toBe('sound');
  });
});

describe('a file cut short', () => {
  test.for([
    { order: 'movie-first', audio: true },
    { order: 'movie-last', audio: true },
    { order: 'movie-last', wide: true },
    { order: 'movie-first', wide: true, sizes: 'shared' },
  ] as const)('is refused at every single length: %o', async (shape) => {
    const file = buildMp4(shape);
    for (let length = 0; length < file.length; length += 1) {
      const reason = await reasonOf(file.subarray(0, length));
      const [expected] = [length === 0 && 'empty', length < 8 && 'not-a-video', 'truncated'].filter(
        (word) => word !== false,
      );
      expect({ length, reason }).toEqual({ length, reason: expected });
    }
  });

  test('in fragments is refused everywhere except between two of them, where only its duration shows it', async () => {
    const shape = { fragments: [3, 2, 4], audio: true } as const;
    const file = buildMp4(shape);
    const sound: number[] = [];
    for (let length = 1; length < file.length; length += 1) {
      if ((await reasonOf(file.subarray(0, length))) === 'sound') sound.push(length);
    }
    const boundaries = [
      buildMp4({ ...shape, fragments: [3] }),
      buildMp4({ ...shape, fragments: [3, 2] }),
    ];
    expect(sound).toEqual(boundaries.map((shorter) => shorter.length));
    expect(await inspect(file.subarray(0, sound[0]))).toMatchObject({ durationSeconds: 0.3 });
  });

  test.for(['version-0', 'version-1'] as const)(
    'with a segment index of %s is refused at every single length',
    async (segmentIndex) => {
      const file = buildMp4({ fragments: [3, 2, 4], segmentIndex });
      expect(await reasonOf(file)).toBe('sound');
      for (let length = 8; length < file.length; length += 1) {
        expect({ length, reason: await reasonOf(file.subarray(0, length)) }).toEqual({
          length,
          reason: 'truncated',
        });
      }
    },
  );

  test('whose storage gives fewer bytes than the size it reports is refused', async () => {
    const file = buildMp4({ order: 'movie-last' });
    for (let length = 8; length < file.length; length += 1) {
      const reader: ByteReader = {
        size: file.length,
        read: async (offset, count) => file.subarray(0, length).subarray(offset, offset + count),
      };
      expect(await inspectMp4(reader)).toMatchObject({ kind: 'unusable', reason: 'truncated' });
    }
  });
});

describe('a file that is something else', () => {
  test.for([
    ['an HTML page', text('<!DOCTYPE html><title>403 Forbidden</title>'), 'not-a-video'],
    [
      'a WebM',
      Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, ...text('webm and more of it')),
      'not-a-video',
    ],
    ['zeros', new Uint8Array(4096), 'not-a-video'],
    ['nothing', new Uint8Array(0), 'empty'],
    ['sound alone', buildMp4({ videoTracks: 0, audio: true }), 'no-video-track'],
    ['a video without set-up data', buildMp4({ configuration: 'free' }), 'malformed'],
    ['a video without pictures', buildMp4({ frames: 0 }), 'malformed'],
    ['a video without size', buildMp4({ width: 0, height: 0 }), 'malformed'],
    ['the opening of a fragmented file', openingOf(buildMp4({ fragments: [3] })), 'truncated'],
  ] as const)('%s is refused', async ([, bytes, reason]) => {
    expect(await reasonOf(bytes)).toBe(reason);
  });

  test('a video without any duration is refused', async () => {
    expect(await reasonOf(buildMp4({ frameDuration: 0, movieDuration: 'zero' }))).toBe('malformed');
  });
});
