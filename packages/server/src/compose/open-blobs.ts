import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore, Logger } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';
import { writePrivateFile } from './private-file.ts';
import { bucketOf } from './store-addresses.ts';

/** A short text that lies with the bytes and says which store they belong to. */
export interface StoreMark {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** A blob store with its mark, and the way to let go of it. */
export interface OpenBlobs {
  readonly blobs: BlobStore;
  readonly mark: StoreMark;
  close(): Promise<void>;
}

/** Where the bytes of one kind lie. */
type BlobKind = 'assets' | 'results';

/** Opens the bytes of one kind where the settings say; the client of a bucket is loaded for a bucket alone. */
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
      const mark = markInFile(join(directory, kind, 'store-mark'));
      return { blobs, mark, close: () => blobs.close() };
    }
    case 's3': {
      const { createS3Blobs } = await import('@filmgate/storage-s3');
      const prefix = `${settings.FILMGATE_S3_PREFIX}/${kind}`;
      const spoolDirectory = join(directory, 'spool');
      const blobs = await createS3Blobs({ ...bucketOf(settings), prefix, spoolDirectory, log });
      const mark = { read: () => blobs.readMark(), write: (text: string) => blobs.writeMark(text) };
      return { blobs, mark, close: () => blobs.close() };
    }
  }
}

function markInFile(path: string): StoreMark {
  return {
    read: async () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    write: async (text) => writePrivateFile(path, text),
  };
}
