import type { KeptFile } from '../job/result-fetch.ts';
import type { BlobStore, OpenBlob } from '../ports/blob-store.ts';

/** A stored file, held against the record that names it. */
export type OpenStored =
  | { readonly kind: 'opened'; readonly blob: OpenBlob }
  /** It is not there, or not with the length on record. */
  | { readonly kind: 'damaged'; readonly detail: string };

/** Opens the bytes of a record: nothing that is shorter or longer passes for them. The caller closes the blob. */
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
