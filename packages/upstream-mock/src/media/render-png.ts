import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';
import { CELL_PIXELS, type CellCanvas } from './canvas/cell-canvas.ts';
import { refuseUndrawable } from './drawing-limits.ts';
import { createPicturePainter } from './picture/picture-painter.ts';
import { text, u32, u8 } from './scene/bytes.ts';
import type { PictureScene } from './scene/scene.ts';
import { tintColors } from './scene/tint.ts';

/**
 * Runs only: the lines repeat so much that searching for more gains little, and without a search the bytes do not
 * depend on the hash that a zlib build uses for it.
 */
const COMPRESSION = { level: constants.Z_BEST_COMPRESSION, strategy: constants.Z_RLE };
const SIGNATURE = u8(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const FILTER_UP = 2;

const compress = promisify(deflate);

/**
 * Makes a PNG file (W3C PNG, third edition, clauses 5 and 11) in the sRGB colour space that shows its scene. Equal
 * scenes give equal bytes. Compression runs off the event loop.
 *
 * @throws RangeError if a side is not whole or not 1..4096 pixels
 */
export async function renderPng(scene: PictureScene): Promise<Uint8Array> {
  const { width, height } = scene;
  refuseUndrawable({ width, height, durationSeconds: null });
  const { canvas, tint, paint } = createPicturePainter(scene, null);
  paint(0);
  const file = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', u32(width, height), u8(8, 3, 0, 0, 0)), // eight bits, a palette
    chunk('sRGB', u8(0)), // perceptual
    chunk('PLTE', u8(...tintColors(tint).flat())),
    chunk('IDAT', await compress(scanlines(canvas, width, height), COMPRESSION)),
    chunk('IEND'),
  ]);
  return new Uint8Array(file);
}

/** Length, type, data and a CRC over type and data (clause 5.3). */
function chunk(type: string, ...data: readonly Uint8Array[]): Uint8Array {
  const checked = Buffer.concat([text(type), ...data]);
  return Buffer.concat([u32(checked.length - type.length), checked, u32(crc32(checked))]);
}

/** Filtered scanlines, one byte a pixel (clause 9): only the first line of each row of cells contains its pixels. */
function scanlines(canvas: CellCanvas, width: number, height: number): Uint8Array {
  const lineBytes = 1 + width;
  const lines = new Uint8Array(lineBytes * height);
  for (let y = 0; y < height; y += 1) {
    const line = y * lineBytes;
    if (y % CELL_PIXELS > 0) {
      lines[line] = FILTER_UP;
      continue;
    }
    const first = (y / CELL_PIXELS) * canvas.stride;
    for (let x = 0; x < width; x += 1) {
      lines[line + 1 + x] = canvas.cells[first + (x >> 2)] ?? 0;
    }
  }
  return lines;
}
