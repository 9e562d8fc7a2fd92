import {
  aspectRatios,
  type GenerationRequest,
  referenceRoles,
  type ReferenceRole,
  resolutions,
  type Route,
} from '@filmgate/core';
import fc from 'fast-check';
import { sampleReference, sampleRequest, sampleRoute } from './sample-request.ts';

const role = fc.constantFrom<ReferenceRole>(...referenceRoles);

/** Any request that a catalog could let through. */
export const anyRequest: fc.Arbitrary<GenerationRequest> = fc
  .record({
    mediaType: fc.constantFrom('video', 'video', 'video', 'image' as const),
    prompt: fc.string({ minLength: 1, unit: 'grapheme' }),
    negativePrompt: fc.option(fc.string(), { freq: 2 }),
    durationSeconds: fc.integer({ min: 1, max: 60 }),
    aspectRatio: fc.constantFrom(...aspectRatios),
    resolution: fc.constantFrom(...resolutions),
    generateAudio: fc.boolean(),
    references: fc
      .array(role, { maxLength: 10 })
      .map((roles) => roles.map((one, index) => sampleReference(one, { assetId: `a${index}` }))),
  })
  .map((given) =>
    sampleRequest({
      ...given,
      durationSeconds: given.mediaType === 'image' ? null : given.durationSeconds,
    }),
  );

/** Returns any route to an endpoint, to one of the models or to an unknown one. */
export function anyRoute(...models: readonly string[]): fc.Arbitrary<Route> {
  return fc
    .oneof(fc.constantFrom('an-unknown-model', ...models), fc.string({ minLength: 1 }))
    .map((model) => sampleRoute({ model }));
}
