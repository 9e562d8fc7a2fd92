import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { aspectRatios } from './aspect-ratio.ts';
import { compareMedia, type MeasuredMedia, type RequestedMedia } from './compare-media.ts';

const requested: RequestedMedia = {
  durationSeconds: 8,
  aspectRatio: '16:9',
  size: { width: 1280, height: 720 },
  audio: true,
};
const measured: MeasuredMedia = { durationSeconds: 8, width: 1280, height: 720, hasAudio: true };

function kinds(
  changes: Partial<MeasuredMedia>,
  wanted: Partial<RequestedMedia> = {},
): readonly string[] {
  return compareMedia({ ...requested, ...wanted }, { ...measured, ...changes }).map(
    ({ kind }) => kind,
  );
}

describe('the requested media', () => {
  test('has no mismatch', () => {
    expect(compareMedia(requested, measured)).toEqual([]);
  });

  law.prop([
    fc.constantFrom(...aspectRatios),
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 1, max: 60 }),
  ])('never mismatches, whatever it was', (aspectRatio, scale, durationSeconds) => {
    const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
    const size = { width: across * scale, height: down * scale };
    const wanted = { durationSeconds, aspectRatio, size, audio: false };
    expect(compareMedia(wanted, { ...size, durationSeconds, hasAudio: false })).toEqual([]);
  });

  test.for([
    [848, 480, '16:9'],
    [854, 480, '16:9'],
    [864, 480, '16:9'],
    [1680, 720, '21:9'],
    [720, 1280, '9:16'],
    [1920, 1088, '16:9'],
  ] as const)('includes the usual rounding %ix%i of %s', ([width, height, aspectRatio]) => {
    expect(kinds({ width, height }, { aspectRatio, size: null })).toEqual([]);
  });
});

describe('a video of the pixels it has where it is made', () => {
  test.for([
    [864, 496, '16:9'],
    [960, 960, '1:1'],
    [1112, 834, '4:3'],
  ] as const)(
    '[providers.port.route-kept] %ix%i of %s is not warned about',
    ([width, height, aspectRatio]) => {
      const size = { width: 1280, height: 720 };
      const trueSize = { width, height };
      expect(kinds({ width, height }, { aspectRatio, size, trueSize })).toEqual([]);
      expect(kinds({ width, height }, { aspectRatio, size })).not.toEqual([]);
    },
  );

  test('[providers.port.route-kept] is expected to have them', () => {
    const trueSize = { width: 864, height: 496 };
    expect(kinds({ width: 1296, height: 744 }, { trueSize })).toEqual(['size']);
    expect(kinds({ width: 496, height: 496 }, { trueSize })).toEqual(['aspect-ratio']);
  });
});

describe('a video whose pixels are decided where it is made', () => {
  test('[providers.port.as-made] has any size and shape without a warning, and is held to all else', () => {
    const side = fc.integer({ min: 16, max: 4_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const trueSize = 'as-made' as const;
        expect(kinds({ width, height }, { trueSize })).toEqual([]);
        expect(kinds({ width, height, durationSeconds: 3 }, { trueSize })).toEqual(['duration']);
      }),
    );
  });
});

describe('duration', () => {
  test.for([
    [7.5, []],
    [8.5, []],
    [7.49, ['duration']],
    [8.51, ['duration']],
    [null, []],
  ] as const)('%d seconds for 8 gives %j', ([durationSeconds, expected]) => {
    expect(kinds({ durationSeconds })).toEqual(expected);
  });

  law.prop([fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: 1, max: 60 })])(
    'mismatches exactly beyond half a second',
    (actual, wanted) => {
      fc.pre(Math.abs(Math.abs(actual - wanted) - 0.5) > 1e-6);
      const expected = Math.abs(actual - wanted) > 0.5 ? ['duration'] : [];
      expect(kinds({ durationSeconds: actual }, { durationSeconds: wanted })).toEqual(expected);
    },
  );
});

describe('picture', () => {
  test.for([
    [1280, 720, []],
    [1305, 720, []],
    [1306, 720, ['aspect-ratio']],
    [1255, 720, []],
    [1254, 720, ['aspect-ratio']],
    [720, 1280, ['aspect-ratio']],
    [1920, 1080, ['size']],
    [640, 360, ['size']],
    [1304, 734, []],
    [1306, 735, ['size']],
  ] as const)('%ix%i for 1280x720 gives %j', ([width, height, expected]) => {
    expect(kinds({ width, height })).toEqual(expected);
  });

  test('of any size is fine when only the ratio was asked for', () => {
    expect(kinds({ width: 320, height: 180 }, { size: null })).toEqual([]);
  });
});

describe('audio', () => {
  test.for([
    [true, true, []],
    [true, false, ['audio-missing']],
    [false, true, ['audio-unwanted']],
    [false, false, []],
    [null, true, []],
    [null, false, []],
  ] as const)('wanted %j, there %j gives %j', ([audio, hasAudio, expected]) => {
    expect(kinds({ hasAudio }, { audio })).toEqual(expected);
  });
});

test('messages say both sides in plain words', () => {
  const found = compareMedia(requested, {
    durationSeconds: 5.0333,
    width: 640,
    height: 640,
    hasAudio: false,
  });
  expect(found.map(({ message }) => message)).toEqual([
    '8 seconds were requested; the result has 5.03 seconds.',
    '16:9 was requested; the result is 640x640.',
    '1280x720 was requested; the result is 640x640.',
    'Sound was requested; the result has no sound.',
  ]);
});
