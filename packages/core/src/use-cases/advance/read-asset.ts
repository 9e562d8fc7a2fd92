import type { Work } from './work.ts';

/** The checked bytes of a reference, whole. */
export async function readAsset({ ports }: Pick<Work, 'ports'>, sha256: string) {
  const blob = await ports.assetBlobs.open(sha256);
  if (blob === undefined) throw new Error('A reference of the job is no longer stored.');
  try {
    const bytes = new Uint8Array(blob.size);
    let position = 0;
    while (position < bytes.length) {
      const read = await blob.readInto(bytes.subarray(position), position);
      if (read === 0) throw new Error('A stored reference is shorter than recorded.');
      position += read;
    }
    return bytes;
  } finally {
    await blob.close();
  }
}
