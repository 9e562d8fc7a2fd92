import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import type { Reference } from '../media/reference.ts';
import { beyondLimits } from './route-limits.ts';

const { request } = sampleJob('queued');
const image: Reference = {
  kind: 'image',
  role: 'first_frame',
  assetId: null,
  sha256: 'a',
  contentType: 'image/png',
  size: 1,
};
const sound: Reference = { ...image, kind: 'audio', role: 'reference_audio' };

describe('what is beyond the limits of a route', () => {
  it('is named with all that is within them', () => {
    expect(beyondLimits({ aspectRatios: ['9:16', '1:1'] }, request)).toEqual({
      parameter: 'aspectRatio',
      reason: '16:9 is not one of 9:16, 1:1',
    });
  });

  it('may be the number of references, or any of them', () => {
    const asked = { ...request, references: [image, sound] };
    const beyond = (references: Parameters<typeof beyondLimits>[0]['references']) =>
      beyondLimits(references === undefined ? {} : { references }, asked);
    expect(beyond({ maximum: 1 })).toEqual({
      parameter: 'references',
      reason: '2 exceed the maximum of 1',
    });
    expect(beyond({ maximum: 2 })).toBeUndefined();
    expect(beyond({ kinds: ['image'] })).toEqual({
      parameter: 'references',
      reason: 'audio is not one of image',
    });
    expect(beyond({ roles: ['first_frame'] })).toEqual({
      parameter: 'references',
      reason: 'reference_audio is not one of first_frame',
    });
    expect(beyond(undefined)).toBeUndefined();
  });
});
