import type { MediaConformanceOptions } from '@filmgate/conformance';
import { buildMp4 } from './build-mp4.ts';
import { replaceInside, setU32 } from './change-mp4.ts';
import { u32 } from './mp4-bytes.ts';

const facts = {
  kind: 'sound',
  contentType: 'video/mp4',
  width: 64,
  height: 36,
  note: null,
} as const;
/** A PNG of one pixel. */
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const shared = replaceInside(buildMp4(), 'stsz', (content) => content.set(u32(1, 0xffffffff), 4));
const run = replaceInside(
  buildMp4({ fragments: [3, 2], fragmentStyle: 'defaults' }),
  'trun',
  (content) => setU32(content, 4, 0xffffffff),
);

/** Small complete files with their properties, and files made to exhaust a reader. */
export const mediaSamples: Pick<MediaConformanceOptions, 'samples' | 'hostile'> = {
  samples: [
    {
      mediaType: 'video',
      bytes: buildMp4({ audio: true }),
      facts: { ...facts, durationSeconds: 1, hasAudio: true },
    },
    {
      mediaType: 'video',
      bytes: buildMp4({ fragments: [3, 2], segmentIndex: 'version-1' }),
      facts: { ...facts, durationSeconds: 0.5, hasAudio: false },
    },
    {
      mediaType: 'image',
      bytes: png,
      facts: {
        kind: 'sound',
        contentType: 'image/png',
        width: 1,
        height: 1,
        durationSeconds: null,
        hasAudio: false,
        note: null,
      },
    },
  ],
  hostile: [shared, run].map((bytes) => ({ mediaType: 'video', bytes }) as const),
};
