export const arkResolutions = ['480p', '720p', '1080p', '4k'] as const;
export type ArkResolution = (typeof arkResolutions)[number];

export const arkRatios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] as const;
export type ArkRatio = (typeof arkRatios)[number];

/** Wide ratios only; upright ones are these with the sides swapped. */
const pixels: {
  readonly [R in ArkResolution]: { readonly [ratio: string]: readonly [number, number] };
} = {
  '480p': { '16:9': [864, 496], '4:3': [752, 560], '1:1': [640, 640], '21:9': [992, 432] },
  '720p': { '16:9': [1280, 720], '4:3': [1112, 834], '1:1': [960, 960], '21:9': [1470, 630] },
  '1080p': { '16:9': [1920, 1080], '4:3': [1664, 1248], '1:1': [1440, 1440], '21:9': [2206, 946] },
  '4k': { '16:9': [3840, 2160], '4:3': [3328, 2496], '1:1': [2880, 2880] },
};

/**
 * Pixels of a Seedance video, which differ from those of the resolution's name (`vercel/ai`, packages/bytedance,
 * RESOLUTION_MAP of 1.0.29; 4k: twice 1080p). Undefined if the model makes none.
 */
export function arkPixels(resolution: ArkResolution, ratio: ArkRatio) {
  const isUpright = ratio === '9:16' || ratio === '3:4';
  const wide = isUpright ? ratio.split(':').toReversed().join(':') : ratio;
  const [long, short] = pixels[resolution][wide] ?? [];
  if (long === undefined || short === undefined) return undefined;
  return isUpright ? { width: short, height: long } : { width: long, height: short };
}
