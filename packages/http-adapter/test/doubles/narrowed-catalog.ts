import { defaultCatalog, type ModelCatalog, type ModelFamily } from '@filmgate/core';
import fc from 'fast-check';

/** A subset of the values, in their order. */
const some = <Value>(values: readonly Value[]) => fc.subarray([...values]);

const less = (family: ModelFamily): fc.Arbitrary<ModelFamily> =>
  fc
    .record({
      durationsSeconds: some(family.durationsSeconds),
      aspectRatios: some(family.aspectRatios),
      resolutions: some(family.resolutions),
      audio: fc.constantFrom('none', 'optional', 'always'),
      negativePrompt: fc.boolean(),
      promptLimit: fc.constantFrom(1, 5, family.promptLimit),
      references: fc.record({
        kinds: some(family.references.kinds),
        roles: some(family.references.roles),
        minimum: fc.constantFrom(0, 2),
        maximum: fc.constantFrom(0, 1, family.references.maximum),
      }),
    })
    .map((facts) => ({ ...family, ...facts }));

/**
 * Variants an operator may make of the built-in catalog: families removed or reduced, aliases removed or redirected.
 */
export const narrowedCatalog: fc.Arbitrary<ModelCatalog> = some(defaultCatalog.families).chain(
  (families) =>
    fc.record({
      families: fc.tuple(...families.map(less)),
      aliases: fc.constantFrom(
        {},
        defaultCatalog.aliases,
        Object.fromEntries(
          ['std-2.0', 'vidA-fast-4s-16x9-720p', 'imgA-1x1-1k'].map((alias) => [
            alias,
            families[0]?.id ?? 'none',
          ]),
        ),
      ),
    }),
);
