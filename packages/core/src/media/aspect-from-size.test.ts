import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aspectFromSize } from './parse-size.ts';
import { type AspectRatio, aspectRatios } from './aspect-ratio.ts';
import { nominalPixels } from './nominal-pixels.ts';

const supported: readonly AspectRatio[] = ['16:9', '9:16', '1:1'];

describe('aspectFromSize', () => {
  it.each([
    [1280, 720, '16:9'],
    [720, 1280, '9:16'],
    [1080, 1080, '1:1'],
    [1366, 768, '16:9'],
    [1920, 1088, '16:9'],
    [100, 101, '1:1'],
    [101, 100, '1:1'],
    [16, 9, '16:9'],
    [1616, 900, '16:9'],
    [1584, 900, '16:9'],
  ] as const)('[tasks.size.tolerance] reads %ix%i as %s', (width, height, aspect) => {
    expect(aspectFromSize(width, height, supported)).toBe(aspect);
  });

  it.each([
    [100, 102],
    [102, 100],
    [1617, 900],
    [1583, 900],
    [640, 480],
    [2560, 1080],
    [1, 999_999],
  ])('[tasks.size.tolerance] finds no aspect in %ix%i', (width, height) => {
    expect(aspectFromSize(width, height, supported)).toBeUndefined();
  });

  it('reads no aspect that is not supported', () => {
    expect(aspectFromSize(1024, 768, supported)).toBeUndefined();
    expect(aspectFromSize(1024, 768, [...supported, '4:3'])).toBe('4:3');
  });

  it('[tasks.size.tolerance] finds every aspect again in its own multiples', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...aspectRatios),
        fc.integer({ min: 1, max: 9999 }),
        (aspect, factor) => {
          const [width = 0, height = 0] = aspect.split(':').map(Number);
          expect(aspectFromSize(width * factor, height * factor, aspectRatios)).toBe(aspect);
        },
      ),
    );
  });

  it('finds the aspect again in the nominal pixels of every resolution', () => {
    for (const aspectRatio of aspectRatios) {
      for (const resolution of ['480p', '720p', '1080p', '1k', '2k'] as const) {
        const { width, height } = nominalPixels({ aspectRatio, resolution });
        expect(aspectFromSize(width, height, aspectRatios)).toBe(aspectRatio);
      }
    }
  });
});
