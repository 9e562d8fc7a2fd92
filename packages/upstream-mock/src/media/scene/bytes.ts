export function u8(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** Big-endian 16-bit numbers. */
export function u16(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setUint16(index * 2, value);
  });
  return bytes;
}

/** Big-endian 32-bit numbers. */
export function u32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setUint32(index * 4, value);
  });
  return bytes;
}

/** One byte per character: for four-character codes and fixed strings of Latin-1. */
export function text(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
