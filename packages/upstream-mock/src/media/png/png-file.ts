import { crc32 } from 'node:zlib';
import { concatenate, text, u8, u32 } from '../bytes.ts';

/** What a palette PNG is made of. */
export interface PalettePng {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each index. */
  readonly palette: readonly (readonly [number, number, number])[];
  /** The zlib stream of the filtered scanlines, eight bits a pixel. */
  readonly imageData: Uint8Array;
}

const SIGNATURE = u8(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BIT_DEPTH = 8;
const COLOUR_TYPE_PALETTE = 3;
const RENDERING_INTENT_PERCEPTUAL = 0;

/** Writes a PNG file (W3C PNG, third edition, clauses 5 and 11) in the sRGB colour space. */
export function pngFile(png: PalettePng): Uint8Array {
  return concatenate([
    SIGNATURE,
    chunk(
      'IHDR',
      concatenate([u32(png.width, png.height), u8(BIT_DEPTH, COLOUR_TYPE_PALETTE, 0, 0, 0)]),
    ),
    chunk('sRGB', u8(RENDERING_INTENT_PERCEPTUAL)),
    chunk('PLTE', u8(...png.palette.flat())),
    chunk('IDAT', png.imageData),
    chunk('IEND', u8()),
  ]);
}

/** Length, type, data and a CRC over type and data (clause 5.3). */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const checked = concatenate([text(type), data]);
  return concatenate([u32(data.length), checked, u32(crc32(checked))]);
}
