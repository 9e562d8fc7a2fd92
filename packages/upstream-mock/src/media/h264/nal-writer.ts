/** The `nal_unit_type` values that are written (ITU-T H.264 Table 7-1). */
export const NAL_UNIT_TYPE = {
  nonIdrSlice: 1,
  idrSlice: 5,
  sequenceParameterSet: 7,
  pictureParameterSet: 8,
} as const;

/** Every unit is referenced by other pictures. */
const NAL_REF_IDC = 3;
const EMULATION_PREVENTION_BYTE = 3;

/** Writes one NAL unit bit by bit, most significant first, without start code or length (ITU-T H.264 clause 7.3.1). */
export class NalWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;
  /** Zero bytes at the end. */
  #zeros = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(type: (typeof NAL_UNIT_TYPE)[keyof typeof NAL_UNIT_TYPE]) {
    this.#append((NAL_REF_IDC << 5) | type);
  }

  /** Appends the lowest `count` (0..24) bits of each value: descriptor u(n), clause 7.2. */
  bits(count: number, ...values: readonly number[]): void {
    for (const value of values) {
      this.#pending = (this.#pending << count) | (value & ((1 << count) - 1));
      this.#pendingBits += count;
      while (this.#pendingBits >= 8) {
        this.#pendingBits -= 8;
        this.#appendProtected((this.#pending >>> this.#pendingBits) & 0xff);
      }
    }
  }

  /** Appends unsigned Exp-Golomb codes (0..65534): descriptor ue(v), clause 9.1. */
  unsigned(...values: readonly number[]): void {
    for (const value of values) {
      const suffixBits = 31 - Math.clz32(value + 1);
      this.bits(suffixBits, 0);
      this.bits(suffixBits + 1, value + 1);
    }
  }

  /** Appends signed Exp-Golomb codes: descriptor se(v), clause 9.1.1, Table 9-3. */
  signed(...values: readonly number[]): void {
    for (const value of values) this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Appends the stop bit and zeros up to a whole byte (clause 7.3.2.11), and returns the unit. */
  finish(): Uint8Array {
    this.bits(1, 1);
    this.bits((8 - this.#pendingBits) % 8, 0);
    return this.#bytes.slice(0, this.#length);
  }

  /** No three bytes may look like a start code (clause 7.4.1). */
  #appendProtected(byte: number): void {
    if (this.#zeros === 2 && byte <= EMULATION_PREVENTION_BYTE) {
      this.#append(EMULATION_PREVENTION_BYTE);
      this.#zeros = 0;
    }
    this.#append(byte);
    this.#zeros = byte === 0 ? this.#zeros + 1 : 0;
  }

  #append(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}
