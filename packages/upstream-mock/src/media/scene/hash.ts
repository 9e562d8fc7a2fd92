const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, 32 bits, over the UTF-8 bytes of a text (draft-eastlake-fnv). */
export function hashText(text: string): number {
  let hash = FNV_OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return hash >>> 0;
}

/** A number 0..2**32-1 that looks random by key and parts, not by order, mixed as in MurmurHash3's 32-bit finalizer. */
export function keyedNumber(key: number, ...parts: readonly number[]): number {
  let hash = key;
  for (const part of [parts.length, ...parts]) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}
