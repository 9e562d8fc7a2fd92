import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore, KeyValueStore, Logger } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';
import { bucketOf } from './open-storage.ts';
import { writePrivateFile } from './private-file.ts';

/** A short text stored with the bytes that names the store they belong to. */
export interface StoreId {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** A blob store with its store id, and a function that closes it. */
export interface OpenBlobs {
  readonly blobs: BlobStore;
  readonly storeId: StoreId;
  close(): Promise<void>;
}

/** Kinds of bytes, each with its own location. */
type BlobKind = 'assets' | 'results';

/** Opens the bytes of one kind at the location of the settings; the client of a bucket is loaded for a bucket only. */
export async function openBlobs(
  settings: Settings,
  kind: BlobKind,
  log: Logger,
): Promise<OpenBlobs> {
  const directory = settings.FILMGATE_DATA_DIR;
  switch (settings.FILMGATE_RESULT_STORE) {
    case 'files': {
      const { createFileBlobs } = await import('@filmgate/storage-files');
      const blobs = await createFileBlobs({ directory: join(directory, kind), log });
      const storeId = storeIdInFile(join(directory, kind, 'store-mark'));
      return { blobs, storeId, close: () => blobs.close() };
    }
    case 's3': {
      const { createS3Blobs } = await import('@filmgate/storage-s3');
      const prefix = `${settings.FILMGATE_S3_PREFIX}/${kind}`;
      const spoolDirectory = join(directory, 'spool');
      const blobs = await createS3Blobs({ ...bucketOf(settings), prefix, spoolDirectory, log });
      const storeId = {
        read: () => blobs.readStoreId(),
        write: (text: string) => blobs.writeStoreId(text),
      };
      return { blobs, storeId, close: () => blobs.close() };
    }
  }
}

/** Opens the spool of delivered files, always on a disk of this machine. */
export async function openResultSpool(
  { FILMGATE_DATA_DIR }: Settings,
  log: Logger,
): Promise<BlobStore & { close(): Promise<void> }> {
  const { createFileBlobs } = await import('@filmgate/storage-files');
  return await createFileBlobs({ directory: join(FILMGATE_DATA_DIR, 'delivered'), log });
}

function storeIdInFile(path: string): StoreId {
  return {
    read: async () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    write: async (text) => writePrivateFile(path, text),
  };
}

const storeIdKey = 'result-store-mark';

/**
 * Refuses a node that keeps its results elsewhere than the other nodes on its store: they could not find each other's
 * results [fleet.mismatch-refused]. The store and the location of the results hold equal texts.
 *
 * @throws Error with a sentence for the operator
 */
export async function checkResultStore(values: KeyValueStore, storeId: StoreId): Promise<void> {
  const known = await values.get(storeIdKey);
  const found = await storeId.read();
  if (known !== undefined) {
    if (found !== known) throw new Error(elsewhere);
    return;
  }
  const own = found ?? `filmgate ${randomUUID()}\n`;
  // Before the store names it: a node killed in between leaves a store id that the next one uses.
  if (found === undefined) await storeId.write(own);
  const inForce = await values.putIfAbsent(storeIdKey, own);
  if (inForce !== (await storeId.read())) throw new Error(elsewhere);
}

const elsewhere =
  'This node is configured for another result store than the nodes before. Give every node the same FILMGATE_RESULT_STORE: one shared folder as FILMGATE_DATA_DIR, or one bucket and FILMGATE_S3_PREFIX.';
