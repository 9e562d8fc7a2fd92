/** The bytes of a box: size, four characters, content. */
export function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const payload = join(content);
  return join([u32(payload.length + 8), text(type), payload]);
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function text(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

export function u32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return bytes;
}

export function u16(...values: readonly number[]): Uint8Array {
  return join(values.map((value) => Uint8Array.of(value >> 8, value & 255)));
}

export function u64(...values: readonly number[]): Uint8Array {
  return join(values.map((value) => u32(Math.floor(value / 2 ** 32), value % 2 ** 32)));
}

export function zeros(length: number): Uint8Array {
  return new Uint8Array(length);
}
