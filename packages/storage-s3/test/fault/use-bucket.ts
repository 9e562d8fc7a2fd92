import { afterAll, afterEach, beforeAll } from 'vitest';
import type { S3BlobsOptions } from '../../src/create-s3-blobs.ts';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { type BlobWorld, openWorld } from '../support/open-world.ts';

/** One bucket server for the file; stores in it end with their test. */
export function useBucket() {
  const started: { server?: BucketServer; worlds: BlobWorld[] } = { worlds: [] };
  const server = (): BucketServer => {
    if (started.server === undefined) throw new Error('the bucket server has not started');
    return started.server;
  };
  beforeAll(async () => {
    started.server = await startBucketServer();
  });
  afterEach(async () => {
    server().mishaps(null);
    for (const world of started.worlds.splice(0)) await world.dispose();
  });
  afterAll(() => started.server?.stop());
  return {
    server,
    open: async (changes?: Partial<S3BlobsOptions>): Promise<BlobWorld> => {
      const world = await openWorld(server(), changes);
      started.worlds.push(world);
      return world;
    },
  };
}
