import { deepStrictEqual, doesNotThrow, ok } from 'node:assert/strict';
import {
  aspectRatios,
  type GenerationRequest,
  type Reference,
  referenceRoles,
  resolutions,
} from '@filmgate/core';
import * as fc from 'fast-check';
import type { LawGroup } from '../law/law.ts';
import { frozenCopy } from '../memory/freeze.ts';
import type { UpstreamHarness } from '../upstream-harness.ts';
import { preparing } from './calls.ts';

/** Requests tried on each client: some milliseconds. */
const requestsTried = 300;

/** Acceptance of a request by an endpoint's client, before anything is prepared. */
export const acceptLaws: LawGroup<UpstreamHarness> = {
  name: 'upstream-client.accepts',
  laws: [
    {
      name: '[providers.port.accepts] it accepts what is made there, with the pixels it has or none',
      holds: async ({ client, route, requests }) => {
        const { succeeds, fails, refused, responseLost } = requests;
        for (const request of [
          succeeds,
          refused,
          ...responseLost,
          ...(fails === null ? [] : [fails]),
        ]) {
          const verdict = client.accepts({ route, request });
          ok(verdict.kind === 'accepted', `what is made there is ${verdict.kind}`);
          const { size } = verdict;
          const isSize = (side: number): boolean => Number.isSafeInteger(side) && side > 0;
          const isLeftOpen = size === null || size === 'as-made';
          ok(isLeftOpen || (isSize(size.width) && isSize(size.height)), 'the size');
        }
      },
    },
    {
      name: '[providers.port.accepts] it is pure and total: it judges any request, in the same way each time, and names a field it cannot take',
      holds: async (harness) => {
        const { client, route } = harness;
        const checked = await sampleRequests((request) => {
          const input = frozenCopy({ route, request });
          const verdict = client.accepts(input);
          if (verdict.kind === 'not-accepted') {
            ok(verdict.parameter in request, `${verdict.parameter} is no field of a request`);
            ok(verdict.reason.length > 0, 'a refusal needs a reason');
          }
          return { input, verdict };
        });
        await harness.advance(60_000);
        for (const { input, verdict } of checked) deepStrictEqual(client.accepts(input), verdict);
      },
    },
    {
      name: '[providers.port.accepts] what it accepts can be prepared',
      holds: async (harness) => {
        const { client, route } = harness;
        // A staged request is prepared from the staged form alone.
        if (client.stage !== undefined) return;
        await sampleRequests((request) => {
          if (client.accepts({ route, request }).kind !== 'accepted') return;
          doesNotThrow(() => client.prepare(preparing(harness, request, 'correlation-1')));
        });
      },
    },
  ],
};

async function sampleRequests<Result>(
  look: (request: GenerationRequest) => Result,
): Promise<readonly Result[]> {
  return fc.sample(anyRequest(), { numRuns: requestsTried, seed: 1 }).map(look);
}

const anyReference: fc.Arbitrary<Reference> = fc
  .record({
    kind: fc.constantFrom('image', 'video', 'audio'),
    role: fc.constantFrom(...referenceRoles),
    size: fc.integer({ min: 1, max: 50_000_000 }),
  })
  .map(({ kind, role, size }) => ({
    kind,
    role,
    size,
    assetId: null,
    sha256: 'a'.repeat(64),
    contentType: { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg' }[kind],
  }));

/** Any request a catalog may come to offer. */
function anyRequest(): fc.Arbitrary<GenerationRequest> {
  const common = {
    model: fc.constant('any'),
    family: fc.constant('any'),
    prompt: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    negativePrompt: fc.option(fc.string({ maxLength: 20 })),
    aspectRatio: fc.constantFrom(...aspectRatios),
    aspectSource: fc.constantFrom('explicit', 'size', 'prompt', 'model', 'default'),
    references: fc.array(anyReference, { maxLength: 9 }),
  } as const;
  const ofImages = resolutions.filter((resolution) => resolution.endsWith('k'));
  const ofVideos = resolutions.filter((resolution) => !resolution.endsWith('k'));
  return fc.oneof(
    fc.record({
      ...common,
      mediaType: fc.constant('video' as const),
      durationSeconds: fc.integer({ min: 1, max: 999 }),
      resolution: fc.constantFrom(...ofVideos),
      generateAudio: fc.boolean(),
    }),
    fc.record({
      ...common,
      mediaType: fc.constant('image' as const),
      durationSeconds: fc.constant(null),
      resolution: fc.constantFrom(...ofImages),
      generateAudio: fc.constant(false),
    }),
  );
}
