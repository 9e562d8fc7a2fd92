/** Nominal resolutions: a video's short side in pixels, an image's long side in thousands; 4k video is `2160p`. */
export const resolutions = [
  '360p',
  '480p',
  '540p',
  '720p',
  '768p',
  '1080p',
  '1440p',
  '2160p',
  '1k',
  '2k',
] as const;

/** A nominal resolution; pixels follow from it together with the aspect ratio [tasks.object.size]. */
export type Resolution = (typeof resolutions)[number];
