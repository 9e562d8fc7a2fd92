import type { Resolution } from '../media/resolution.ts';
import type { ModelFamily, ModelSurface } from './model-family.ts';

/**
 * Credits one generation costs: seconds × the family's credits per second at the resolution [quota.cost];
 * an image counts as one second. Throws `RangeError` when the family has no price for the resolution, which a
 * valid catalog never lets happen for a resolution it offers.
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

/** The least that anything on offer on a surface costs; 0 where nothing is. */
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
