import { of, type PixelTable, row } from '../models/pixels.ts';

/** From Runway's own client, @runwayml/sdk 4.20.1 (text-to-video.d.ts, image-to-video.d.ts), read on 2026-11-30. */
export const veoSizes: PixelTable = {
  '720p': { '16:9': of(1280, 720), '9:16': of(720, 1280) },
  '1080p': { '16:9': of(1920, 1080), '9:16': of(1080, 1920) },
};
export const genSizes: PixelTable = {
  '720p': row(of(1280, 720), of(1104, 832), [960, of(1584, 672)]),
};
export const smallSeedanceSizes: PixelTable = {
  '480p': row(of(864, 496), of(752, 560), [640, of(992, 432)]),
  '720p': row(of(1280, 720), of(1112, 834), [960, of(1470, 630)]),
};
export const seedanceSizes: PixelTable = {
  ...smallSeedanceSizes,
  '1080p': row(of(1920, 1080), of(1664, 1248), [1440, of(2206, 946)]),
  '2160p': row(of(3840, 2160), of(3840, 2880), [3840, of(3840, 1646)]),
};
