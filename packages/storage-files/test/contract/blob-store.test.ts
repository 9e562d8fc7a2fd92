import { mkdtemp, readdir, rm, stat, truncate, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BlobHarness, blobConformance } from '@filmgate/conformance';
import { describe, it } from 'vitest';
import { createFileBlobs } from '../../src/create-file-blobs.ts';
import { filesIn } from '../temporary-folder.ts';

async function age(directory: string, ms: number): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    const { atimeMs, mtimeMs } = await stat(path);
    await utimes(path, (atimeMs - ms) / 1000, (mtimeMs - ms) / 1000);
  }
}

async function open(): Promise<BlobHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'filmgate-blobs-'));
  const opened = [await createFileBlobs({ directory })];
  const [blobs] = opened;
  if (blobs === undefined) throw new Error('the store did not open');
  return {
    blobs,
    temporaries: async () => (await filesIn(directory)).temporary.length,
    now: () => Date.now(),
    age: (ms) => age(directory, ms),
    damage: async (sha256, bytes) => {
      const path = join(directory, sha256.slice(0, 2), sha256);
      await (bytes === null ? rm(path) : truncate(path, bytes));
    },
    reopen: async () => {
      const again = await createFileBlobs({ directory });
      opened.push(again);
      return again;
    },
    dispose: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await rm(directory, { recursive: true });
    },
  };
}

blobConformance({ runner: { describe, it }, open, durable: true });
