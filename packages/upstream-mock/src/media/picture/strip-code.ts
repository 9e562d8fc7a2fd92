/** Blocks in one row of the strip. */
export const STRIP_COLUMNS = 28;

/** Rows of blocks. */
export const STRIP_ROWS = 2;

/** Content of a strip. */
export interface StripContent {
  /** FNV-1a, 32 bits, of the job id. */
  readonly jobHash: number;
  /** Zero-based, below 65536. */
  readonly frameIndex: number;
}

/** Blocks of a strip by row, `true` = white, highest bit first: job hash (32 bits), frame index (16), CRC-8 of both. */
export function encodeStrip({ jobHash, frameIndex }: StripContent): readonly boolean[] {
  const content = Buffer.alloc(6);
  content.writeUInt32BE(jobHash);
  content.writeUInt16BE(frameIndex, 4);
  return [...content, checksum(content)].flatMap((byte) =>
    Array.from(byte.toString(2).padStart(8, '0'), (bit) => bit === '1'),
  );
}

/** CRC-8 with polynomial x^8 + x^2 + x + 1. It starts at 0xff, so that a black picture is not a valid strip. */
function checksum(bytes: Uint8Array): number {
  let remainder = 0xff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit += 1) remainder = (remainder << 1) ^ ((remainder >> 7) * 0x107);
  }
  return remainder;
}
