import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aspectRatios } from '../media/aspect-ratio.ts';
import { resolutions } from '../media/resolution.ts';
import { type ModelId, parseModelId, printModelId } from './model-id.ts';

const part = fc.constantFrom(
  'vidA',
  'fast',
  '20',
  '4s',
  '04s',
  '0s',
  '1000s',
  '16x9',
  '16:9',
  '720p',
  '1k',
  '*',
  '',
);
const anyText = fc.oneof(
  fc.array(part, { maxLength: 7 }).map((parts) => parts.join('-')),
  fc.string({ unit: 'binary' }),
);

/** Families as catalogs have them: their last segment is no part. */
const family = fc
  .stringMatching(/^[a-z]{1,6}(?:-[a-z0-9]{1,4}){0,2}$/)
  .filter((text) => parseModelId(text).family === text);

const modelId: fc.Arbitrary<ModelId> = fc.record({
  family,
  durationSeconds: fc.option(fc.integer({ min: 1, max: 999 }), { nil: null }),
  aspectRatio: fc.option(fc.constantFrom(...aspectRatios), { nil: null }),
  resolution: fc.option(fc.constantFrom(...resolutions), { nil: null }),
});

describe('parseModelId', () => {
  it.each([
    ['vidA-fast-4s-16x9-720p', 'vidA-fast', 4, '16:9', '720p'],
    ['vidC-25-30s-21x9-480p', 'vidC-25', 30, '21:9', '480p'],
    ['imgA-3x4-2k', 'imgA', null, '3:4', '2k'],
    ['vm_std-2.0_faceok', 'vm_std-2.0_faceok', null, null, null],
    ['vidA-720p', 'vidA', null, null, '720p'],
    ['vidA-16x9-4s', 'vidA-16x9', 4, null, null],
    ['vidA-04s-16x9-720p', 'vidA-04s', null, '16:9', '720p'],
    ['vidA-4s-5x4-720p', 'vidA-4s-5x4', null, null, '720p'],
    ['720p', '720p', null, null, null],
    ['-720p', '-720p', null, null, null],
    ['', '', null, null, null],
  ])('splits %j', (text, ...parts) => {
    const id = parseModelId(text);
    expect([id.family, id.durationSeconds, id.aspectRatio, id.resolution]).toEqual(parts);
  });

  it('gives any text back when printed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printModelId(parseModelId(text))).toBe(text);
      }),
    );
  });

  it('gives the same parts back for any printed id', () => {
    fc.assert(
      fc.property(modelId, (id) => {
        expect(parseModelId(printModelId(id))).toEqual(id);
      }),
    );
  });
});
