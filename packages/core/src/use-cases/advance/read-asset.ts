import { readerOfBlob } from '../inspect-reference.ts';
import type { Work } from './work.ts';

/** The checked bytes of a reference, whole. */
export async function readAsset({ ports }: Pick<Work, 'ports'>, sha256: string) {
  const blob = await ports.assetBlobs.open(sha256);
  if (blob === undefined) throw new Error('A reference of the job is no longer stored.');
  try {
    return await readerOfBlob(blob).read(0, blob.size);
  } finally {
    await blob.close();
  }
}
