import { text, u32 } from '../scene/bytes.ts';

export const BOX_HEADER_BYTES = 8;

/** One box: 32-bit size, four-character type, content (ISO/IEC 14496-12 clause 4.2). */
export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([u32(BOX_HEADER_BYTES + inside.length), text(type), inside]);
}

/** A box of version 0 whose content begins with version and flags. */
export function fullBox(type: string, flags: number, ...content: readonly Uint8Array[]): Buffer {
  return box(type, u32(flags), ...content);
}
