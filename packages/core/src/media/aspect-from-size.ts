import type { AspectRatio } from './aspect-ratio.ts';
import { ratioNumbers } from './ratio-numbers.ts';

/** Largest difference between the ratio of a size and the aspect it means, as a part of the aspect. */
const toleranceDivisor = 100;

/**
 * The supported aspect whose ratio the pixels have within 1 % [tasks.size.tolerance], the closest when several
 * do; undefined when none has. Compared in whole numbers, the bound included.
 */
export function aspectFromSize(
  width: number,
  height: number,
  supported: readonly AspectRatio[],
): AspectRatio | undefined {
  const fitting = supported
    .map((aspect) => {
      const ratio = ratioNumbers(aspect);
      const exact = height * ratio.width;
      return { aspect, exact, difference: Math.abs(width * ratio.height - exact) };
    })
    .filter(({ exact, difference }) => difference * toleranceDivisor <= exact)
    .toSorted((one, other) => one.difference / one.exact - other.difference / other.exact);
  return fitting[0]?.aspect;
}
