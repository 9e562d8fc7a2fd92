import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../test/support/open-world.ts';
import { scene } from '../../test/support/sample-scene.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { renderPng } from '../media/render-png.ts';
import { encodeMovie } from '../media/render-video.ts';

const side = fc.oneof(
  fc.integer({ min: 1, max: 4_500 }),
  fc.integer({ min: 1, max: 600 }).map((blocks) => 16 * blocks),
  fc.constantFrom(-2, 0, 1, 2, 2.5, 2304, 2306, 4096, 4097, 4098, 8688, 8690),
);
const size = fc.record({ width: side, height: side });

/** The reason for which a submission of this is refused; undefined when it is accepted. */
function refusalOf(given: Parameters<typeof sampleSubmission>[0]) {
  const outcome = openWorld().submissions.submit('one', sampleSubmission(given));
  return outcome.kind === 'refused' ? outcome.refusal : undefined;
}

function expectReason(refusal: ReturnType<typeof refusalOf>): void {
  expect(refusal).toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(/^(width|height|width and height): .*\d/),
  });
}

describe('what is accepted', () => {
  it('[mock.drawable] as a video is what the encoder takes, and the rest is refused with its field and limit', () => {
    fc.assert(
      fc.property(size, ({ width, height }) => {
        const refusal = refusalOf({ width, height, durationSeconds: 60 });
        const encode = () => encodeMovie(scene({ width, height, durationSeconds: 60 })).next();
        if (refusal === undefined) {
          expect(encode().value).toBeGreaterThan(0);
        } else {
          expectReason(refusal);
          expect(encode).toThrow(RangeError);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('[mock.drawable] as an image is what the encoder takes, and the rest is refused with its field and limit', async () => {
    await fc.assert(
      fc.asyncProperty(size, async ({ width, height }) => {
        const refusal = refusalOf({ width, height, mediaType: 'image', durationSeconds: null });
        const file = renderPng(scene({ width, height }));
        if (refusal === undefined) {
          expect((await file).length).toBeGreaterThan(0);
        } else {
          expectReason(refusal);
          await expect(file).rejects.toThrow(RangeError);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('[mock.drawable] has a duration the encoder holds', () => {
    const refusal = refusalOf({ durationSeconds: 601 });
    expect(refusal?.message).toBe(
      'duration: durationSeconds must be above 0 and at most 600, got 601',
    );
    expect(refusalOf({ durationSeconds: 600 })).toBeUndefined();
    expect(refusalOf({ durationSeconds: null })).toBeUndefined();
  });
});
