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
  readonly #bytes: number[];
  /** Zero bytes at the end. */
  #zeros = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(type: (typeof NAL_UNIT_TYPE)[keyof typeof NAL_UNIT_TYPE]) {
    this.#bytes = [(NAL_REF_IDC << 5) | type];
  }

  /** Appends the lowest `count` (0..24) bits of each value: descriptor u(n), clause 7.2. */
  bits(count: number, ...values: readonly number[]): void {
    for (const value of values) {
      this.#pending = (this.#pending << count) | (value & ((1 << count) - 1));
      this.#pendingBits += count;
      while (this.#pendingBits >= 8) {
        this.#pendingBits -= 8;
        this.#append((this.#pending >>> this.#pendingBits) & 0xff);
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
    return Uint8Array.from(this.#bytes);
  }

  /** Appends one byte. No three may look like a start code (clause 7.4.1). */
  #append(byte: number): void {
    if (this.#zeros === 2 && byte <= EMULATION_PREVENTION_BYTE) {
      this.#bytes.push(EMULATION_PREVENTION_BYTE);
      this.#zeros = 0;
    }
    this.#bytes.push(byte);
    this.#zeros = byte === 0 ? this.#zeros + 1 : 0;
  }
}
