import { CELL_PIXELS } from '../../src/media/canvas/cell-canvas.ts';
import { layoutPicture } from '../../src/media/picture/picture-layout.ts';
import {
  encodeStrip,
  STRIP_COLUMNS,
  STRIP_ROWS,
  type StripContent,
} from '../../src/media/picture/strip-code.ts';

/** A decoded picture or a screenshot of one, at the size it was made in. */
export interface ReadablePicture {
  readonly width: number;
  readonly height: number;
  /** Brightness of a pixel, 0..255. */
  readonly lumaAt: (x: number, y: number) => number;
}

/** Result of reading a strip. */
export type StripReading =
  | { readonly kind: 'read'; readonly content: StripContent }
  /** Pictures of this size are too small for a strip. */
  | { readonly kind: 'none' }
  /** The checksum does not fit: another picture, or a wrongly decoded one. */
  | { readonly kind: 'unreadable' };

const MIDDLE_GREY = 128;

/** Reads which job and which frame a picture of the mock shows. */
export function readStrip(picture: ReadablePicture): StripReading {
  const { strip } = layoutPicture(picture.width, picture.height);
  if (strip === null) return { kind: 'none' };
  const { blockCells } = strip;
  const blocks = Array.from({ length: STRIP_COLUMNS * STRIP_ROWS }, (_, index) => {
    const column = strip.column + ((index % STRIP_COLUMNS) + 0.5) * blockCells;
    const row = strip.row + (Math.floor(index / STRIP_COLUMNS) + 0.5) * blockCells;
    const x = Math.floor(column * CELL_PIXELS);
    const y = Math.floor(row * CELL_PIXELS);
    return picture.lumaAt(x, y) > MIDDLE_GREY;
  });
  const content = decodeStrip(blocks);
  return content === null ? { kind: 'unreadable' } : { kind: 'read', content };
}

/** The inverse of {@link encodeStrip}; `null` when the checksum does not fit. */
export function decodeStrip(blocks: readonly boolean[]): StripContent | null {
  const numberOf = (bits: readonly boolean[]): number =>
    bits.reduce((sum, white) => 2 * sum + (white ? 1 : 0), 0);
  const content = {
    jobHash: numberOf(blocks.slice(0, 32)),
    frameIndex: numberOf(blocks.slice(32, 48)),
  };
  const expected = encodeStrip(content);
  return expected.every((white, index) => white === blocks[index]) ? content : null;
}
