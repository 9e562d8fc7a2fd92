import { type AspectRatio, ratioNumbers } from './aspect-ratio.ts';
import type { Resolution } from './resolution.ts';

/** Largest difference between the ratio of a size and the aspect it means, as a part of the aspect. */
const toleranceDivisor = 100;

/** Returns the closest supported aspect within 1 %, bound included [tasks.size.tolerance]; compares whole numbers. */
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

/** Meaning of a `size`: a width and height, or one of the two legacy resolution words. */
export type ParsedSize =
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number }
  | { readonly kind: 'resolution'; readonly resolution: Extract<Resolution, '720p' | '1080p'> };

const pixelForm = /^([1-9][0-9]{0,5})[xX×]([1-9][0-9]{0,5})$/;

/**
 * Reads a `size` [tasks.size.form]: `<width>x<height>` with `x`, `X` or `×`, or `720p` and `1080p`; undefined for any
 * other form. Width and height are 1 to 999999; they state only the aspect.
 */
export function parseSize(text: string): ParsedSize | undefined {
  if (text === '720p' || text === '1080p') return { kind: 'resolution', resolution: text };
  const match = pixelForm.exec(text);
  return match === null
    ? undefined
    : { kind: 'pixels', width: Number(match[1]), height: Number(match[2]) };
}
