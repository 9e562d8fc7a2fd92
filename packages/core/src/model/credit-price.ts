import type { Resolution } from '../media/resolution.ts';
import type { ModelFamily } from './model-family.ts';

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
