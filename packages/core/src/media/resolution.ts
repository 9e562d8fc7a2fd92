/** Nominal resolutions: for video the short side in pixels, for images the long side in thousands. */
export const resolutions = ['480p', '720p', '1080p', '1k', '2k'] as const;

/** A nominal resolution; pixels follow from it together with the aspect ratio (decisions §5). */
export type Resolution = (typeof resolutions)[number];
