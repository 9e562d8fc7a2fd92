/** Bytes handed on at once, at the least but for the last ones. */
const blockBytes = 64 * 1024;

/**
 * Joins the pieces of an upload into blocks: a disk takes time for each piece written, and a caller may send pieces of
 * one byte. Pieces that are large already are handed on as they are.
 */
export async function* inBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let block = Buffer.allocUnsafe(blockBytes);
  let used = 0;
  for await (const piece of pieces) {
    if (used + piece.length > blockBytes) {
      if (used > 0) yield block.subarray(0, used);
      block = Buffer.allocUnsafe(blockBytes);
      used = 0;
    }
    if (piece.length > blockBytes) {
      yield piece;
    } else {
      block.set(piece, used);
      used += piece.length;
    }
  }
  if (used > 0) yield block.subarray(0, used);
}
