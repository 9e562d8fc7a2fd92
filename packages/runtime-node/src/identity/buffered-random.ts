/** A source of random numbers that asks the operating system for many bytes at a time. */
export interface BufferedRandom {
  /** A uniform whole number, 0 ≤ n < 2^40. */
  next40Bits(): number;
  /** A uniform whole number, 0 ≤ n < 2^24. */
  next24Bits(): number;
}

const POOL_BYTES = 16 * 1024;

/**
 * Draws small numbers from large reads: asking for five bytes at a time costs more than everything else in
 * making an id. Each byte is used once and then overwritten where it stood, so a later look at memory does
 * not give the ids of the past.
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
