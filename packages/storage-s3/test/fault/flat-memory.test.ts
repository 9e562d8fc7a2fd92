/** @module-tag long */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readAll } from '../support/bytes.ts';
import { useBucket } from './use-bucket.ts';

const bucket = useBucket();
const mebibyte = 1024 * 1024;
const pieceBytes = 256 * 1024;

async function* video(size: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(pieceBytes);
  for (let at = 0; at < size; at += pieceBytes) {
    piece.fill(at % 251);
    yield piece;
  }
}

/** Maximum number of bytes outside the heap of objects while `act` runs: buffers of files and sockets are there. */
async function mostBuffersDuring(act: () => Promise<void>): Promise<number> {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 2);
  try {
    await act();
    return most;
  } finally {
    clearInterval(watch);
  }
}

it('[blobs.s3.flat-memory] a video of 192 MiB goes up and comes down in less than half of it, garbage included', async () => {
  const size = 192 * mebibyte;
  const { blobs } = await bucket.open({ endpoint: bucket.server().innerEndpoint });
  const before = process.memoryUsage().arrayBuffers;
  let digest = '';
  const most = await mostBuffersDuring(async () => {
    const staged = await blobs.stage({ source: video(size), maxBytes: size, expectedBytes: size });
    if (staged.kind !== 'staged') throw new Error(staged.kind);
    digest = staged.blob.sha256;
    await blobs.commit(staged.blob);
    const blob = await blobs.open(digest);
    if (blob === undefined) throw new Error('there is no blob');
    const hash = createHash('sha256');
    const portion = new Uint8Array(pieceBytes);
    for (let at = 0; at < blob.size; ) {
      const read = await blob.readInto(portion, at);
      hash.update(portion.subarray(0, read));
      at += read;
    }
    await blob.close();
    expect(hash.digest('hex')).toBe(digest);
  });
  expect(most - before).toBeLessThan(size / 2);
}, 60_000);

it('[blobs.s3.flat-memory] a reader who stops leaves nothing behind that holds up the others', async () => {
  const { blobs } = await bucket.open({ endpoint: bucket.server().innerEndpoint });
  const size = 16 * mebibyte;
  const staged = await blobs.stage({ source: video(size), maxBytes: size, expectedBytes: null });
  if (staged.kind !== 'staged') throw new Error(staged.kind);
  await blobs.commit(staged.blob);
  for (let reader = 0; reader < 140; reader += 1) {
    const blob = await blobs.open(staged.blob.sha256);
    const portion = new Uint8Array(1_000);
    await blob?.readInto(portion, 0);
    await blob?.readInto(portion, 1_000);
    await blob?.close();
  }
  const last = await blobs.open(staged.blob.sha256);
  if (last === undefined) throw new Error('there is no blob');
  expect((await readAll(last)).length).toBe(size);
  await last.close();
});
