import { promisify } from 'node:util';
import { constants, deflate } from 'node:zlib';
import { refuseProblem } from './drawing-problem.ts';
import { createPicturePainter } from './picture/picture-painter.ts';
import { pngFile, pngSizeProblem, scanlines } from './png-file.ts';
import type { PictureScene } from './scene.ts';

/**
 * Runs only: the lines repeat so much that searching for more gains little, and without a search the
 * bytes do not depend on the hash that a zlib build uses for it.
 */
const COMPRESSION = { level: constants.Z_BEST_COMPRESSION, strategy: constants.Z_RLE };

const compress = promisify(deflate);

/**
 * Makes a PNG file that shows what its scene says. Equal scenes give equal bytes. Compression runs off
 * the event loop.
 *
 * @throws RangeError when a side is not whole or not 1..4096 pixels
 */
export async function renderPng(scene: PictureScene): Promise<Uint8Array> {
  const { width, height } = scene;
  refuseProblem(pngSizeProblem(width, height));
  const painter = createPicturePainter(scene, null);
  painter.paint(0);
  const imageData = await compress(scanlines(painter.canvas, width, height), COMPRESSION);
  return pngFile({ width, height, palette: painter.palette, imageData });
}
