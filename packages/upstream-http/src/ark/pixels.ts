import { of, type PixelTable, row } from '../models/pixels.ts';

/**
 * Actual pixels by resolution and aspect ratio: from 1.5 on, and of 1.0. The table "width and height by aspect ratio"
 * of https://www.volcengine.com/docs/82379/1520757, read on 2026-11-23; its 4k entries apply to Seedance 2.0 alone.
 */
export const pixelTables: { readonly [generation in 'present' | 'first']: PixelTable } = {
  present: {
    '480p': row(of(864, 496), of(752, 560), [640, of(992, 432)]),
    '720p': row(of(1280, 720), of(1112, 834), [960, of(1470, 630)]),
    '1080p': row(of(1920, 1080), of(1664, 1248), [1440, of(2206, 946)]),
    '2160p': row(of(3840, 2160), of(3326, 2494), [2880, of(4398, 1886)]),
  },
  first: {
    '480p': row(of(864, 480), of(736, 544), [640, of(960, 416)]),
    '720p': row(of(1248, 704), of(1120, 832), [960, of(1504, 640)]),
    '1080p': row(of(1920, 1088), of(1664, 1248), [1440, of(2176, 928)]),
  },
};
