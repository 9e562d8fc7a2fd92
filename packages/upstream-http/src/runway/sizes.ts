import type { AspectRatio } from '@filmgate/core';

/** Width and height by resolution and aspect ratio; Runway's word for a size is `1280:720`. */
export type Sizes = {
  readonly [resolution: string]: {
    readonly [ratio in AspectRatio]?: readonly [width: number, height: number];
  };
};

/** From Runway's own client, @runwayml/sdk 4.20.1 (text-to-video.d.ts, image-to-video.d.ts), read on 2026-11-30. */
const wide = { '16:9': [1280, 720], '9:16': [720, 1280] } as const;
export const veoSizes: Sizes = {
  '720p': wide,
  '1080p': { '16:9': [1920, 1080], '9:16': [1080, 1920] },
};
export const genSizes: Sizes = {
  '720p': {
    ...wide,
    '21:9': [1584, 672],
    '4:3': [1104, 832],
    '1:1': [960, 960],
    '3:4': [832, 1104],
  },
};
export const smallSeedanceSizes: Sizes = {
  '480p': {
    '21:9': [992, 432],
    '16:9': [864, 496],
    '4:3': [752, 560],
    '1:1': [640, 640],
    '3:4': [560, 752],
    '9:16': [496, 864],
  },
  '720p': {
    ...wide,
    '21:9': [1470, 630],
    '4:3': [1112, 834],
    '1:1': [960, 960],
    '3:4': [834, 1112],
  },
};
export const seedanceSizes: Sizes = {
  ...smallSeedanceSizes,
  '1080p': {
    '21:9': [2206, 946],
    '16:9': [1920, 1080],
    '4:3': [1664, 1248],
    '1:1': [1440, 1440],
    '3:4': [1248, 1664],
    '9:16': [1080, 1920],
  },
  '2160p': {
    '21:9': [3840, 1646],
    '16:9': [3840, 2160],
    '4:3': [3840, 2880],
    '1:1': [3840, 3840],
    '3:4': [2880, 3840],
    '9:16': [2160, 3840],
  },
};
