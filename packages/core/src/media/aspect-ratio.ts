/** Returns the two numbers of an aspect ratio. */
export function ratioNumbers(aspectRatio: AspectRatio): {
  readonly width: number;
  readonly height: number;
} {
  const sign = aspectRatio.indexOf(':');
  return { width: Number(aspectRatio.slice(0, sign)), height: Number(aspectRatio.slice(sign + 1)) };
}

/** Aspect ratios that model families offer, width before height. */
export const aspectRatios = [
  '21:9',
  '16:9',
  '3:2',
  '4:3',
  '1:1',
  '3:4',
  '2:3',
  '9:16',
  '9:21',
] as const;

/** Width to height, written with a colon as people write it (`16:9`). Model ids write it `16x9`. */
export type AspectRatio = (typeof aspectRatios)[number];
