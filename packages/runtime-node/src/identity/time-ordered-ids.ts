import { randomBytes as systemRandomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case, without i, l, o and u. In ASCII order, so that encoded numbers sort as text. */
export const CROCKFORD_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const TWO_20 = 2 ** 20;

/** Every 10-bit number as two characters: one look-up instead of two shifts and two index accesses. */
const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, value) => CROCKFORD_ALPHABET.charAt(value >> 5) + CROCKFORD_ALPHABET.charAt(value & 31),
);

/**
 * Formats a 10-bit number as two characters.
 *
 * @param value - whole number, 0 ≤ value < 2^10
 */
function encode10Bits(value: number): string {
  return PAIRS[value] ?? '';
}

/**
 * Formats a 40-bit number as eight characters, most significant first.
 *
 * @param value - whole number, 0 ≤ value < 2^40
 */
function encode40Bits(value: number): string {
  const high = Math.floor(value / TWO_20);
  const low = value % TWO_20;
  return (
    encode10Bits(high >> 10) +
    encode10Bits(high & 1023) +
    encode10Bits(low >> 10) +
    encode10Bits(low & 1023)
  );
}

/** Generates identifiers that cannot be guessed; those of `next` also sort by creation time. */
export interface TimeOrderedIds {
  /**
   * Returns 26 lower-case Crockford base 32 characters: 48 bits of ms since 1970, then 80 random bits (the layout of
   * ULID). Each is greater, as text, than every earlier one of this instance, whatever the clock does.
   */
  next(): string;
  /**
   * Returns a random secret as base64url text without padding.
   *
   * @param bytes - number of random bytes, 16 to 1024
   * @throws RangeError outside that range
   */
  token(bytes: number): string;
}

export interface TimeOrderedIdsOptions {
  /** Wall time in ms since 1970. */
  readonly now: () => number;
  /** A cryptographically strong source; defaults to the operating system's. */
  readonly randomBytes?: (size: number) => Uint8Array;
}

const TWO_40 = 2 ** 40;
const END_OF_TIME_MS = 2 ** 48;
const SMALLEST_TOKEN_BYTES = 16;
const LARGEST_TOKEN_BYTES = 1024;

/**
 * Creates a generator of ids. Within one ms, and while the clock stops or goes back, the random part is raised by a
 * random 64-bit step rather than by one: ids of assets are credentials for any caller that has them, so one id must not
 * reveal its neighbour. When 80 bits are used up the next ms is used.
 *
 * @throws RangeError from `next` when the clock gives no number in 0 … 2^48 ms
 */
export function createTimeOrderedIds(options: TimeOrderedIdsOptions): TimeOrderedIds {
  const { now, randomBytes = systemRandomBytes } = options;
  const counter = new OrderedCounter(createBufferedRandom(randomBytes));
  return {
    next: () => counter.after(Math.floor(now())),
    token(bytes) {
      if (!(bytes >= SMALLEST_TOKEN_BYTES && bytes <= LARGEST_TOKEN_BYTES)) {
        throw new RangeError(`a token must have 16 to 1024 bytes, not ${bytes}`);
      }
      return Buffer.from(randomBytes(bytes)).toString('base64url');
    },
  };
}

/** A 128-bit counter in three parts that a double represents exactly: 48 bits of ms, twice 40 bits of randomness. */
class OrderedCounter {
  readonly #random: BufferedRandom;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timeText = '';
  #high = 0;
  #low = 0;

  constructor(random: BufferedRandom) {
    this.#random = random;
  }

  /** Returns the next id at this instant, or after the last one when that is later. */
  after(ms: number): string {
    if (ms <= this.#lastMs) this.#step();
    else this.#startMs(ms);
    return this.#timeText + encode40Bits(this.#high) + encode40Bits(this.#low);
  }

  #startMs(ms: number): void {
    if (!(ms >= 0 && ms < END_OF_TIME_MS)) throw new RangeError(`the clock says ${ms} ms`);
    this.#lastMs = ms;
    this.#timeText = encode10Bits(Math.floor(ms / TWO_40)) + encode40Bits(ms % TWO_40);
    this.#high = this.#random.next40Bits();
    this.#low = this.#random.next40Bits();
  }

  #step(): void {
    const lowStep = this.#random.next40Bits();
    const highStep = this.#random.next24Bits();
    this.#low += lowStep === 0 && highStep === 0 ? 1 : lowStep;
    this.#high += highStep;
    if (this.#low >= TWO_40) {
      this.#low -= TWO_40;
      this.#high += 1;
    }
    if (this.#high >= TWO_40) this.#startMs(this.#lastMs + 1);
  }
}

/** A source of random numbers that reads many bytes at a time from the operating system. */
interface BufferedRandom {
  /** Returns a uniform whole number, 0 ≤ n < 2^40. */
  next40Bits(): number;
  /** Returns a uniform whole number, 0 ≤ n < 2^24. */
  next24Bits(): number;
}

const POOL_BYTES = 16 * 1024;

/**
 * Draws small numbers from large reads: reading five bytes at a time costs more than all other work for an id. Each
 * byte is used once and then overwritten in place, so that memory never reveals past ids.
 *
 * @param randomBytes - a cryptographically strong source
 */
export function createBufferedRandom(randomBytes: (size: number) => Uint8Array): BufferedRandom {
  let pool: Uint8Array = new Uint8Array(0);
  let position = 0;

  const nextByte = (): number => {
    const byte = pool[position] ?? 0;
    pool[position] = 0;
    position += 1;
    return byte;
  };
  const ensure = (count: number): void => {
    if (position + count <= pool.length) return;
    pool = randomBytes(POOL_BYTES);
    if (pool.length !== POOL_BYTES) throw new RangeError('the random source gave too few bytes');
    position = 0;
  };
  const take24 = (): number => (nextByte() << 16) | (nextByte() << 8) | nextByte();

  return {
    next40Bits() {
      ensure(5);
      const high = take24();
      return high * 0x1_0000 + ((nextByte() << 8) | nextByte());
    },
    next24Bits() {
      ensure(3);
      return take24();
    },
  };
}
