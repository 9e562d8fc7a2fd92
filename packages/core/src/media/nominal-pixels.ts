import { type AspectRatio, ratioNumbers } from './aspect-ratio.ts';
import type { Resolution } from './resolution.ts';

/** The side a resolution states, in pixels: the short one for videos, the long one for images [tasks.object.size]. */
const statedSides: {
  readonly [R in Resolution]: { readonly side: 'short' | 'long'; readonly pixels: number };
} = {
  '360p': { side: 'short', pixels: 360 },
  '480p': { side: 'short', pixels: 480 },
  '540p': { side: 'short', pixels: 540 },
  '720p': { side: 'short', pixels: 720 },
  '768p': { side: 'short', pixels: 768 },
  '1080p': { side: 'short', pixels: 1080 },
  '1440p': { side: 'short', pixels: 1440 },
  '2160p': { side: 'short', pixels: 2160 },
  '1k': { side: 'long', pixels: 1024 },
  '2k': { side: 'long', pixels: 2048 },
};

function nearestEven(value: number): number {
  return 2 * Math.round(value / 2);
}

/**
 * Returns the pixels requested for a generation: the stated side from the resolution, the other one by the aspect,
 * rounded to even (`854x480` for 16:9 at 480p).
 */
export function nominalPixels(input: {
  readonly aspectRatio: AspectRatio;
  readonly resolution: Resolution;
}): { readonly width: number; readonly height: number } {
  const ratio = ratioNumbers(input.aspectRatio);
  const longer = Math.max(ratio.width, ratio.height);
  const shorter = Math.min(ratio.width, ratio.height);
  const { side, pixels } = statedSides[input.resolution];
  const long = side === 'long' ? pixels : nearestEven((pixels * longer) / shorter);
  const short = side === 'short' ? pixels : nearestEven((pixels * shorter) / longer);
  return ratio.width >= ratio.height
    ? { width: long, height: short }
    : { width: short, height: long };
}
