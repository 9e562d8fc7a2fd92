import type { AspectRatio } from './aspect-ratio.ts';

/** The two numbers of an aspect ratio. */
export function ratioNumbers(aspectRatio: AspectRatio): {
  readonly width: number;
  readonly height: number;
} {
  const sign = aspectRatio.indexOf(':');
  return { width: Number(aspectRatio.slice(0, sign)), height: Number(aspectRatio.slice(sign + 1)) };
}
