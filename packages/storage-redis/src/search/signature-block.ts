import { bitsPerByte, readSignature, type SignatureRow } from './signature.ts';

/** Bytes for one bit of all signatures of a block: slightly below a power of two, to which Redis rounds up. */
export const bytesPerBit = 120;

/** Positions whose signatures are packed together. */
export const positionsPerBlock = bytesPerBit * bitsPerByte;

/** The number of a position's block. */
export function blockOf(position: number): number {
  return Math.floor(position / positionsPerBlock);
}

/** Transposed signatures: the same bit of all of them is stored together, so that a search reads a few bits of each. */
export interface SignatureBlock {
  /** `bytesPerBit` bytes for each bit, seven positions in a byte. */
  readonly bits: string;
  /** Tag of the surface and id of each position, all of one length, padded with line breaks. */
  readonly ids: string;
  /** Creation instants of the oldest and the newest job of the block. */
  readonly from: number;
  readonly until: number;
}

/** Packs the rows of a block, by position; at least one. */
export function packBlock(rows: ReadonlyMap<number, SignatureRow>): SignatureBlock {
  const columns = [...rows].map(([position, row]) => ({
    column: position % positionsPerBlock,
    row,
    ...readSignature(row.signature),
  }));
  const size = commonSize(columns.map((column) => column.size));
  const bits = Buffer.alloc(size * bytesPerBit);
  const width = Math.max(...columns.map(({ row }) => Buffer.byteLength(row.taggedId)));
  const ids = Buffer.alloc(width * positionsPerBlock, '\n');
  for (const { column, row, ...signature } of columns) {
    const [byte, mask] = [Math.floor(column / bitsPerByte), 1 << (column % bitsPerByte)];
    for (const bit of signature.bits)
      for (let as = bit % size; as < size; as += Math.min(signature.size, size)) {
        const at = as * bytesPerBit + byte;
        bits[at] = (bits[at] ?? 0) | mask;
      }
    ids.write(row.taggedId, column * width);
  }
  const instants = columns.map(({ row }) => row.createdAt);
  return {
    bits: bits.toString('latin1'),
    ids: ids.toString(),
    from: Math.min(...instants),
    until: Math.max(...instants),
  };
}

/** A power of two close to the mean: the space they take stays about the same. */
function commonSize(sizes: readonly number[]): number {
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return 2 ** Math.round(Math.log2(mean));
}
