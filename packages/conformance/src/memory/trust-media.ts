import type { InspectMedia } from '@filmgate/core';

/** Accepts any bytes as a whole file: for tests of the steps before and after, whose providers send no real file. */
export const trustMedia: InspectMedia = async ({ size }, mediaType) =>
  size === 0
    ? { kind: 'unusable', reason: 'empty', message: 'The file is empty.', contentType: null }
    : {
        kind: 'sound',
        contentType: mediaType === 'video' ? 'video/mp4' : 'image/png',
        width: 1_280,
        height: 720,
        durationSeconds: mediaType === 'video' ? 5 : null,
        hasAudio: false,
        note: null,
      };
