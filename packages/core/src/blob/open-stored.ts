import type { KeptFile } from '../job/result-fetch.ts';
import type { BlobStore, OpenBlob } from '../ports/blob-store.ts';

/** Result of opening a stored file by its record. */
export type OpenStored =
  | { readonly kind: 'opened'; readonly blob: OpenBlob }
  /** Missing, or not of the length on record. */
  | { readonly kind: 'damaged'; readonly detail: string };

/** Opens the bytes of a record; bytes of another length are refused. The caller closes the blob. */
export async function openStored(
  blobs: Pick<BlobStore, 'open'>,
  { sha256, size }: Pick<KeptFile, 'sha256' | 'size'>,
): Promise<OpenStored> {
  const blob = await blobs.open(sha256);
  if (blob === undefined) return { kind: 'damaged', detail: 'the stored file is missing' };
  if (blob.size === size) return { kind: 'opened', blob };
  await blob.close();
  return { kind: 'damaged', detail: `the stored file has ${blob.size} of ${size} bytes` };
}
