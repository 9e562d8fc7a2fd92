/**
 * Reads big-endian fields one after another. Total: past the end every field is 0 and `exhausted` becomes
 * true, so a decoder reads straight on and asks once at its end.
 */
export interface FieldCursor {
  u8(): number;
  u16(): number;
  u32(): number;
  i32(): number;
  /** 64 bits as a number; above 2^53 only the magnitude is right, which is all a comparison with a file size needs. */
  u64(): number;
  /** Four characters; anything outside printable ASCII as `?`. */
  text4(): string;
  skip(bytes: number): void;
  /** Bytes left. */
  remaining(): number;
  /** Whether anything was read past the end. */
  exhausted(): boolean;
}

/** A cursor at the first of the given bytes. */
export function createFieldCursor(bytes: Uint8Array): FieldCursor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  /** The offset of the next field; -1 when it does not fit. */
  const advance = (size: number): number => {
    const at = position;
    position += size;
    return position <= bytes.length ? at : -1;
  };
  const u32 = (): number => {
    const at = advance(4);
    return at < 0 ? 0 : view.getUint32(at);
  };
  return {
    u8() {
      const at = advance(1);
      return at < 0 ? 0 : view.getUint8(at);
    },
    u16() {
      const at = advance(2);
      return at < 0 ? 0 : view.getUint16(at);
    },
    u32,
    i32() {
      const at = advance(4);
      return at < 0 ? 0 : view.getInt32(at);
    },
    u64: () => u32() * 2 ** 32 + u32(),
    text4() {
      const at = advance(4);
      return at < 0 ? '????' : printable(bytes.subarray(at, at + 4));
    },
    skip(size) {
      advance(size);
    },
    remaining: () => Math.max(0, bytes.length - position),
    exhausted: () => position > bytes.length,
  };
}

function printable(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes).replace(/[^ -~]/g, '?');
}
