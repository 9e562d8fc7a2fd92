export const klingResolutions = ['720p', '1080p', '4k'] as const;
export const klingAspects = ['16:9', '9:16', '1:1'] as const;

type KlingResolution = (typeof klingResolutions)[number];
type KlingAspect = (typeof klingAspects)[number];

const shortSide: { readonly [R in KlingResolution]: number } = {
  '720p': 720,
  '1080p': 1080,
  '4k': 2160,
};

/** Pixels of a video of the mock; Kling states the resolutions by name only. */
export function klingPixels(resolution: KlingResolution, aspect: KlingAspect) {
  const short = shortSide[resolution];
  const long = (short * 16) / 9;
  switch (aspect) {
    case '16:9':
      return { width: long, height: short };
    case '9:16':
      return { width: short, height: long };
    case '1:1':
      return { width: short, height: short };
  }
}
