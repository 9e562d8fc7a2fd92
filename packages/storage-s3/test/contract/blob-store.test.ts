import { type BlobHarness, blobConformance } from '@filmgate/conformance';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { openWorld } from '../support/open-world.ts';
import { ageNamelessFiles, namelessFiles } from '../support/spool-files.ts';

const started: { server?: BucketServer } = {};

function server(): BucketServer {
  if (started.server === undefined) throw new Error('the bucket server has not started');
  return started.server;
}

async function open(): Promise<BlobHarness> {
  const world = await openWorld(server());
  const { spoolDirectory } = world.options;
  return {
    blobs: world.blobs,
    temporaries: async () => (await namelessFiles(spoolDirectory)).length,
    now: () => Date.now(),
    age: async (ms) => {
      await server().age(ms);
      await ageNamelessFiles(spoolDirectory, ms);
    },
    damage: async (sha256, bytes) => {
      const keys = await server().keys();
      for (const key of keys.filter((one) => one.includes(sha256) && !one.endsWith('.removed')))
        await (bytes === null ? server().drop(key) : server().truncate(key, bytes));
    },
    reopen: world.again,
    dispose: world.dispose,
  };
}

describe('[blobs.s3.conformance] a bucket', () => {
  beforeAll(async () => {
    started.server = await startBucketServer();
  });
  afterAll(() => started.server?.stop());

  blobConformance({ runner: { describe, it }, open, durable: true });
});
