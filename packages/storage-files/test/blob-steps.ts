import { readdir, readlink } from 'node:fs/promises';
import type { StagedBlob } from '@filmgate/core';
import type { FileBlobs } from '../src/create-file-blobs.ts';
import { inPieces } from './byte-sources.ts';

const mebibyte = 1024 * 1024;

/** Stages bytes that come in pieces. */
export async function stageWhole(
  blobs: FileBlobs,
  bytes: Uint8Array,
  pieceBytes = 65_536,
): Promise<StagedBlob> {
  const source = inPieces(bytes, pieceBytes);
  const outcome = await blobs.stage({ source, maxBytes: 64 * mebibyte, expectedBytes: null });
  if (outcome.kind !== 'staged') throw new Error(`not staged but ${outcome.kind}`);
  return outcome.blob;
}

/** Stages and keeps bytes; returns their digest. */
export async function store(blobs: FileBlobs, bytes: Uint8Array): Promise<string> {
  const blob = await stageWhole(blobs, bytes);
  await blobs.commit(blob);
  return blob.sha256;
}

/** The whole blob, or undefined. */
export async function readAll(blobs: FileBlobs, digest: string): Promise<Uint8Array | undefined> {
  const blob = await blobs.open(digest);
  if (blob === undefined) return undefined;
  const bytes = new Uint8Array(blob.size);
  const count = await blob.readInto(bytes, 0);
  await blob.close();
  return bytes.subarray(0, count);
}

/** Descriptors of this process that point into a folder. */
export async function openedIn(folder: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((number) =>
      readlink(`/proc/self/fd/${number}`).catch(() => ''),
    ),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}
