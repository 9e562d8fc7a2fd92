import { text, u32 } from './mp4-bytes.ts';

/** A copy with the content of the first box of a type changed in place; sizes around it stay as they are. */
export function replaceInside(
  file: Uint8Array,
  type: string,
  change: (content: Uint8Array) => void,
): Uint8Array {
  const copy = file.slice();
  const needle = text(type);
  const at = copy.findIndex((_, index) =>
    needle.every((byte, offset) => copy[index + offset] === byte),
  );
  if (at < 4) throw new Error(`the file has no ${type} box`);
  const size = new DataView(copy.buffer).getUint32(at - 4);
  change(copy.subarray(at + 4, at - 4 + size));
  return copy;
}

/** Writes one big-endian field. */
export function setU32(content: Uint8Array, offset: number, value: number): void {
  content.set(u32(value), offset);
}
