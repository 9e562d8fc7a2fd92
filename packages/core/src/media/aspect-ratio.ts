/** The aspect ratios some model family offers, width before height. */
export const aspectRatios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

/** Width to height, written with a colon as people write it (`16:9`). Model ids write it `16x9`. */
export type AspectRatio = (typeof aspectRatios)[number];
