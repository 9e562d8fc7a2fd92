import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3Blobs, type S3Blobs, type S3BlobsOptions } from '../../src/create-s3-blobs.ts';
import type { BucketServer } from './bucket-server.ts';

/** A store under a prefix of the bucket that nothing else uses. */
export interface BlobWorld {
  readonly blobs: S3Blobs;
  readonly options: S3BlobsOptions;
  /** Opens the same data again, as another node. */
  again(): Promise<S3Blobs>;
  dispose(): Promise<void>;
}

export async function openWorld(
  server: BucketServer,
  changes: Partial<S3BlobsOptions> = {},
): Promise<BlobWorld> {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'filmgate-spool-'));
  const { endpoint, location } = server;
  const prefix = `tests/${crypto.randomUUID()}`;
  const options: S3BlobsOptions = { ...location, endpoint, prefix, spoolDirectory, ...changes };
  const opened: S3Blobs[] = [];
  const again = async (): Promise<S3Blobs> => {
    const blobs = await createS3Blobs(options);
    opened.push(blobs);
    return blobs;
  };
  return {
    blobs: await again(),
    options,
    again,
    dispose: async () => {
      await Promise.all(opened.map((blobs) => blobs.close()));
      await rm(spoolDirectory, { recursive: true, force: true });
    },
  };
}
