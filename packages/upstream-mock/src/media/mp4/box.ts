import { concatenate, text, u32 } from '../scene/bytes.ts';

const HEADER_BYTES = 8;

/** One box: 32-bit size, four-character type, content (ISO/IEC 14496-12 clause 4.2). */
export function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, HEADER_BYTES);
  return concatenate([u32(length), text(type), ...content]);
}

/** Header that {@link fullBox} puts before the content. */
export interface FullBoxHeader {
  readonly type: string;
  readonly flags?: number;
}

/** One full box of version 0: a box whose content begins with version and flags. */
export function fullBox(header: FullBoxHeader, ...content: readonly Uint8Array[]): Uint8Array {
  return box(header.type, u32(header.flags ?? 0), ...content);
}
