import { createHash } from 'node:crypto';
import type { BlobStore, OpenBlob, StagedBlob } from '@filmgate/core';

/** Bytes without repetition that are equal for one seed. */
export function madeBytes(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export async function stage(blobs: BlobStore, bytes: Uint8Array): Promise<StagedBlob> {
  const staged = await blobs.stage({
    source: onePiece(bytes),
    maxBytes: bytes.length,
    expectedBytes: null,
  });
  if (staged.kind !== 'staged') throw new Error(staged.kind);
  return staged.blob;
}

export async function keep(blobs: BlobStore, bytes: Uint8Array): Promise<string> {
  const blob = await stage(blobs, bytes);
  await blobs.commit(blob);
  return blob.sha256;
}

/** All of an open blob, read in portions one after the other. */
export async function readAll(blob: OpenBlob, portion = 64 * 1024): Promise<Uint8Array> {
  const all = new Uint8Array(blob.size);
  let position = 0;
  while (position < all.length) {
    const read = await blob.readInto(all.subarray(position, position + portion), position);
    if (read === 0) break;
    position += read;
  }
  return all.subarray(0, position);
}

/** The digest of a stored blob, or null. */
export async function digestOfStored(blobs: BlobStore, digest: string): Promise<string | null> {
  const blob = await blobs.open(digest);
  if (blob === undefined) return null;
  try {
    return sha256(await readAll(blob));
  } finally {
    await blob.close();
  }
}
