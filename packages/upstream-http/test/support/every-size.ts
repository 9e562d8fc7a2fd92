import type { AspectRatio, Resolution } from '@filmgate/core';

/** Every shape of a video. */
const shapes = [
  '21:9',
  '16:9',
  '3:2',
  '4:3',
  '1:1',
  '3:4',
  '2:3',
  '9:16',
  '9:21',
] as const satisfies readonly AspectRatio[];

/** Width and height of a video as in `size`, in the order of the shapes: the short side is that of the resolution. */
const sizes = {
  '360p': [
    '840x360',
    '640x360',
    '540x360',
    '480x360',
    '360x360',
    '360x480',
    '360x540',
    '360x640',
    '360x840',
  ],
  '480p': [
    '1120x480',
    '854x480',
    '720x480',
    '640x480',
    '480x480',
    '480x640',
    '480x720',
    '480x854',
    '480x1120',
  ],
  '540p': [
    '1260x540',
    '960x540',
    '810x540',
    '720x540',
    '540x540',
    '540x720',
    '540x810',
    '540x960',
    '540x1260',
  ],
  '720p': [
    '1680x720',
    '1280x720',
    '1080x720',
    '960x720',
    '720x720',
    '720x960',
    '720x1080',
    '720x1280',
    '720x1680',
  ],
  '768p': [
    '1792x768',
    '1366x768',
    '1152x768',
    '1024x768',
    '768x768',
    '768x1024',
    '768x1152',
    '768x1366',
    '768x1792',
  ],
  '1080p': [
    '2520x1080',
    '1920x1080',
    '1620x1080',
    '1440x1080',
    '1080x1080',
    '1080x1440',
    '1080x1620',
    '1080x1920',
    '1080x2520',
  ],
  '1440p': [
    '3360x1440',
    '2560x1440',
    '2160x1440',
    '1920x1440',
    '1440x1440',
    '1440x1920',
    '1440x2160',
    '1440x2560',
    '1440x3360',
  ],
  '2160p': [
    '5040x2160',
    '3840x2160',
    '3240x2160',
    '2880x2160',
    '2160x2160',
    '2160x2880',
    '2160x3240',
    '2160x3840',
    '2160x5040',
  ],
} as const satisfies { readonly [R in Resolution]?: readonly string[] };

/** A video of each shape in each resolution, and its `size`. */
export const everySize: readonly {
  readonly aspectRatio: AspectRatio;
  readonly resolution: Resolution;
  readonly size: string;
}[] = (['360p', '480p', '540p', '720p', '768p', '1080p', '1440p', '2160p'] as const).flatMap(
  (resolution) =>
    shapes.map((aspectRatio, index) => ({
      aspectRatio,
      resolution,
      size: sizes[resolution][index] ?? '',
    })),
);
