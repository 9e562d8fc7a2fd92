import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { BlobStore, StagedBlob } from '@filmgate/core';
import { ofKind } from '../law/outcomes.ts';
import { createSeededRandom } from '../random/seeded.ts';

/** Pseudo-random bytes that are equal at each run. */
export function bytesOf(length: number, seed = 1): Uint8Array {
  const random = createSeededRandom(seed);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

/** SHA-256 in lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A source that yields the bytes in pieces of the given length. */
export async function* inPieces(
  bytes: Uint8Array,
  pieceLength = 1_000,
): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceLength)
    yield bytes.slice(start, start + pieceLength);
}

/** Stages bytes that must be accepted. */
export async function stage(blobs: BlobStore, bytes: Uint8Array): Promise<StagedBlob> {
  const outcome = await blobs.stage({
    source: inPieces(bytes),
    maxBytes: bytes.length,
    expectedBytes: null,
  });
  return ofKind(outcome, 'staged').blob;
}

/** Stages and keeps bytes; returns their digest. */
export async function store(blobs: BlobStore, bytes: Uint8Array): Promise<string> {
  const blob = await stage(blobs, bytes);
  await blobs.commit(blob);
  return blob.sha256;
}

/** All bytes of an opened blob, read in uneven portions; undefined when it does not exist. */
export async function readBack(blobs: BlobStore, sha256: string): Promise<Uint8Array | undefined> {
  const blob = await blobs.open(sha256);
  if (blob === undefined) return undefined;
  const all = new Uint8Array(blob.size);
  let position = 0;
  for (let read = -1; read !== 0; position += read) {
    const target = new Uint8Array(777);
    read = await blob.readInto(target, position);
    all.set(target.subarray(0, read), position);
  }
  await blob.close();
  return all;
}

/** Fails unless the bytes are present and equal; reports the first difference instead of all bytes. */
export function sameBytes(actual: Uint8Array | undefined, expected: Uint8Array): void {
  ok(actual !== undefined, 'there are no bytes');
  equal(actual.length, expected.length, 'the lengths differ');
  const offset = actual.findIndex((byte, index) => byte !== expected[index]);
  equal(offset, -1, `the bytes differ from place ${offset} on`);
}
