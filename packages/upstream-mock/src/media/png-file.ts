import { crc32 } from 'node:zlib';
import { concatenate, text, u8, u32 } from './bytes.ts';
import type { CellCanvas } from './canvas/cell-canvas.ts';
import { CELL_PIXELS } from './canvas/cell-size.ts';
import type { DrawingProblem } from './drawing-problem.ts';

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

const FILTER_UP = 2;

/**
 * The filtered scanlines of a canvas, one byte a pixel (W3C PNG clause 9): the first line of each row of
 * cells as it is, the ones below as "no difference to the line above".
 */
export function scanlines(canvas: CellCanvas, width: number, height: number): Uint8Array {
  const lineBytes = 1 + width;
  const lines = new Uint8Array(lineBytes * height);
  for (let y = 0; y < height; y += 1) {
    const line = y * lineBytes;
    if (y % CELL_PIXELS > 0) {
      lines[line] = FILTER_UP;
      continue;
    }
    const end = line + lineBytes;
    const first = (y / CELL_PIXELS) * canvas.stride;
    for (let column = 0; column < canvas.columns; column += 1) {
      const start = line + 1 + column * CELL_PIXELS;
      lines.fill(canvas.cells[first + column] ?? 0, start, Math.min(end, start + CELL_PIXELS));
    }
  }
  return lines;
}

const MOST_PIXELS_A_SIDE = 4096;

/** Why no PNG has this size; undefined when one has. */
export function pngSizeProblem(width: number, height: number): DrawingProblem | undefined {
  const sides = { width, height };
  const fields = (['width', 'height'] as const).filter(
    (field) =>
      !(Number.isInteger(sides[field]) && sides[field] >= 1 && sides[field] <= MOST_PIXELS_A_SIDE),
  );
  if (fields.length === 0) return undefined;
  const message = `a PNG side must be 1..${MOST_PIXELS_A_SIDE}, got ${width}x${height}`;
  return { fields, message };
}
