const INITIAL_CAPACITY_BYTES = 4096;
const MOST_BITS_AT_ONCE = 24;

/** Appends bits, most significant first (ITU-T H.264 clause 7.3). {@link BitWriter.reset} keeps the grown buffer. */
export class BitWriter {
  #bytes = new Uint8Array(INITIAL_CAPACITY_BYTES);
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  /** Appends the lowest `count` (0..24) bits of `value`: descriptor u(n), clause 7.2. */
  writeBits(value: number, count: number): void {
    if (count > MOST_BITS_AT_ONCE) {
      throw new RangeError(`writeBits accepts at most ${MOST_BITS_AT_ONCE} bits, got ${count}`);
    }
    this.#pending = (this.#pending << count) | (value & ((1 << count) - 1));
    this.#pendingBits += count;
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8;
      this.#appendByte(this.#pending >>> this.#pendingBits);
    }
  }

  /** Appends one flag: descriptor u(1). */
  writeFlag(flag: boolean): void {
    this.writeBits(flag ? 1 : 0, 1);
  }

  /** Appends 32 bits: descriptor u(32). */
  writeUint32(value: number): void {
    this.writeBits(value >>> 16, 16);
    this.writeBits(value & 0xffff, 16);
  }

  /** Appends an unsigned Exp-Golomb code (0..65534): descriptor ue(v), clause 9.1. */
  writeUnsignedExpGolomb(value: number): void {
    const code = value + 1;
    const suffixBits = 31 - Math.clz32(code);
    this.writeBits(0, suffixBits);
    this.writeBits(code, suffixBits + 1);
  }

  /** Appends a signed Exp-Golomb code: descriptor se(v), clause 9.1.1, Table 9-3. */
  writeSignedExpGolomb(value: number): void {
    this.writeUnsignedExpGolomb(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Appends the stop bit and zeros up to a whole byte: rbsp_trailing_bits(), clause 7.3.2.11. */
  writeTrailingBits(): void {
    this.writeBits(1, 1);
    this.writeBits(0, (8 - this.#pendingBits) % 8);
  }

  /** The whole bytes written so far, as a view that the next write may overwrite. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Discards everything written and keeps the buffer. */
  reset(): void {
    this.#length = 0;
    this.#pending = 0;
    this.#pendingBits = 0;
  }

  #appendByte(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}
