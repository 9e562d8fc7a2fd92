import { createFieldCursor } from './inspect-field-cursor.ts';

/** What the header of a PNG says. */
export interface PngHeader {
  readonly contentType: 'image/png';
  /** Pixels; zeros when the header is damaged, `missing` when the bytes end before it. */
  readonly size: { readonly width: number; readonly height: number } | 'missing';
  /** Whether the bytes reach to the end of the picture. */
  isComplete(): boolean;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const LARGEST_SIDE = 2 ** 31 - 1;

/**
 * Reads a PNG header; undefined when the bytes are no PNG.
 *
 * @see W3C PNG (Third Edition) §5.2, §11.2.1
 */
export function inspectPng(bytes: Uint8Array): PngHeader | undefined {
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined;
  return { contentType: 'image/png', size: readSize(bytes), isComplete: () => reachesEnd(bytes) };
}

function readSize(bytes: Uint8Array): PngHeader['size'] {
  const cursor = createFieldCursor(bytes);
  cursor.skip(8);
  const isHeader = cursor.u32() === 13 && cursor.text4() === 'IHDR';
  const width = cursor.u32();
  const height = cursor.u32();
  if (cursor.exhausted()) return 'missing';
  return isHeader && width <= LARGEST_SIDE && height <= LARGEST_SIDE
    ? { width, height }
    : { width: 0, height: 0 };
}

/** Follows the chunks to `IEND`, which every whole picture has, having seen image data. */
function reachesEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hasData = false;
  let offset = 8;
  while (offset + 12 <= bytes.length) {
    const length = view.getUint32(offset);
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    offset += 12 + length;
    if (type === 'IDAT') hasData = true;
    if (type === 'IEND') return hasData && offset <= bytes.length;
  }
  return false;
}
