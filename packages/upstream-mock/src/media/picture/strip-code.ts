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

const CONTENT_BYTES = 6;
const CRC_POLYNOMIAL = 0x07;
/** Not zero, so that a black picture is not a valid strip. */
const CRC_START = 0xff;

/** Blocks of a strip by row, `true` = white, highest bit first: job hash (32 bits), frame index (16), CRC-8 of both. */
export function encodeStrip(content: StripContent): readonly boolean[] {
  const bytes = new Uint8Array(CONTENT_BYTES + 1);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.jobHash);
  view.setUint16(4, content.frameIndex);
  bytes[CONTENT_BYTES] = checksum(bytes.subarray(0, CONTENT_BYTES));
  return Array.from(
    { length: STRIP_COLUMNS * STRIP_ROWS },
    (_, index) => (((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1,
  );
}

/** CRC-8 with polynomial x^8 + x^2 + x + 1. */
function checksum(bytes: Uint8Array): number {
  let remainder = CRC_START;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      const shifted = remainder << 1;
      remainder = (shifted > 0xff ? shifted ^ CRC_POLYNOMIAL : shifted) & 0xff;
    }
  }
  return remainder;
}
