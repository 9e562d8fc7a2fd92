/** Returns a function that writes big-endian numbers of this many bytes. */
function bigEndian(width: number) {
  return (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * width);
    values.forEach((value, index) => bytes.writeUIntBE(value, index * width, width));
    return bytes;
  };
}

export const u8 = bigEndian(1);
export const u16 = bigEndian(2);
export const u32 = bigEndian(4);

/** One byte per character: for four-character codes and fixed strings of Latin-1. */
export function text(characters: string): Buffer {
  return Buffer.from(characters, 'latin1');
}
