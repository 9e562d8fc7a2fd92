import type { Resolution } from '../media/resolution.ts';
import type { ModelFamily, ModelSurface } from './model-family.ts';

/**
 * Returns credits: seconds × the family's credits per second at the resolution, an image as one second [quota.cost].
 * Throws `RangeError` without a price, which a valid catalog has for each resolution that it offers.
 */
export function creditPrice(
  family: ModelFamily,
  input: { readonly resolution: Resolution; readonly durationSeconds: number | null },
): number {
  const perSecond = family.creditsPerSecond[input.resolution];
  if (perSecond === undefined) {
    throw new RangeError(`The family ${family.id} has no price at ${input.resolution}.`);
  }
  return perSecond * (input.durationSeconds ?? 1);
}

/** Returns the lowest price of anything on offer on a surface; 0 where nothing is. */
export function cheapestPrice(families: readonly ModelFamily[], surface: ModelSurface): number {
  const prices = families
    .filter(({ surfaces }) => surfaces.includes(surface))
    .flatMap((family) =>
      family.resolutions.map((resolution) => {
        const [durationSeconds = null] = family.durationsSeconds;
        return creditPrice(family, { resolution, durationSeconds });
      }),
    );
  return prices.length === 0 ? 0 : Math.min(...prices);
}
