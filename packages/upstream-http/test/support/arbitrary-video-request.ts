import {
  aspectRatios,
  type GenerationRequest,
  type JsonValue,
  type Reference,
  referenceRoles,
  resolutions,
  type Route,
} from '@filmgate/core';
import fc from 'fast-check';
import { z } from 'zod';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { sampleRequest } from './sample-request.ts';

const arbitraryReference: fc.Arbitrary<Reference> = fc
  .record({
    kind: fc.constantFrom('image', 'image', 'image', 'audio', 'video'),
    role: fc.constantFrom(...referenceRoles),
    contentType: fc.constantFrom('image/png', 'image/jpeg', 'audio/wav', 'video/mp4', 'text/html'),
    size: fc.oneof(fc.nat(2_000_000), fc.nat(80_000_000)),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  })
  .map((reference) => ({ ...reference, assetId: null }));

/** References of a request that may be accepted: a frame, two, or images. */
const fittingReferences: fc.Arbitrary<readonly Reference[]> = fc
  .record({
    roles: fc.constantFrom<readonly Reference['role'][]>(
      [],
      [],
      ['first_frame'],
      ['first_frame', 'last_frame'],
      ['reference_image', 'reference_image'],
    ),
    sha256: fc.stringMatching(/^[0-9a-f]{60}$/),
  })
  .map(({ roles, sha256 }) =>
    roles.map((role, index) => ({
      kind: 'image',
      role,
      assetId: null,
      sha256: `${sha256}000${index}`,
      contentType: 'image/png',
      size: 1_000,
    })),
  );

/** Any request: those that a provider makes, and those that none could. */
export const arbitraryRequest: fc.Arbitrary<GenerationRequest> = fc
  .record({
    mediaType: fc.constantFrom('video', 'video', 'video', 'video', 'image'),
    prompt: fc.oneof(
      fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
      fc.nat(4_000).map((length) => 'x'.repeat(length + 1)),
    ),
    negativePrompt: fc.option(fc.string(), { freq: 1 }),
    durationSeconds: fc.option(fc.oneof(fc.constantFrom(5, 10), fc.integer({ min: 0, max: 40 })), {
      freq: 9,
    }),
    aspectRatio: fc.constantFrom(...aspectRatios),
    resolution: fc.constantFrom(...resolutions),
    generateAudio: fc.boolean(),
    references: fc.oneof(fittingReferences, fc.array(arbitraryReference, { maxLength: 6 })),
  })
  .map((given) => sampleRequest(given));

/** Any constant of a catalog: it was read from JSON, which has no -0. */
const arbitraryConstant: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => constant.parse(JSON.parse(JSON.stringify(value))));
const constant: z.ZodType<JsonValue> = z.json();

/** Returns any route: to a model the description knows, to one it does not, with constants of all names. */
export function arbitraryRoute({ models, writes }: ProviderDescription): fc.Arbitrary<Route> {
  const name = fc.oneof(
    fc.constantFrom(...writes),
    fc.constantFrom('settings.multi_shot', 'seed', 'a.b.c', '__proto__', 'constructor.prototype'),
    fc.string(),
  );
  return fc.record({
    endpoint: fc.constant('endpoint-1'),
    rank: fc.constant(1),
    model: fc.oneof(
      fc.constantFrom(...models.map(({ model }) => model)),
      fc.constantFrom('brand-new', 'brand-new-omni', '..', '', 'a/b'),
      fc.string(),
    ),
    fixed: fc.dictionary(name, arbitraryConstant),
  });
}
