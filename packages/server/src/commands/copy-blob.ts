import { open } from 'node:fs/promises';
import type { OpenBlob } from '@filmgate/core';

const blockBytes = 1024 * 1024;

/** Writes a stored result to a file of the caller's, whole or not at all, and closes the blob. */
export async function copyBlob(blob: OpenBlob, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    const block = new Uint8Array(Math.min(blockBytes, Math.max(1, blob.size)));
    for (let position = 0; position < blob.size; ) {
      const read = await blob.readInto(block, position);
      if (read === 0) throw new Error('The stored result is shorter than recorded.');
      await file.write(block, 0, read, position);
      position += read;
    }
    await file.sync();
  } finally {
    await file.close();
    await blob.close();
  }
}
