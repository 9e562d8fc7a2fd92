import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryBlobs } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { createResponseSpool } from '@filmgate/runtime-node';
import { backupSqlite, createSqliteStorage } from '@filmgate/storage-sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reserveOutputFile } from '../../../src/commands/output-file.ts';
import { makePrivateDirectory, writePrivateFile } from '../../../src/compose/private-file.ts';
import { withFailingSync } from './failing-syncs.ts';

const noSync = Number.POSITIVE_INFINITY;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-syncs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Writing {
  readonly what: string;
  /** Number of files and folders that must be on the disk when it reports success. */
  readonly syncs: number;
  /** Resolves when it has reported success. */
  readonly write: (inside: string) => Promise<void>;
}

async function keepResponse(inside: string): Promise<void> {
  const reported: string[] = [];
  const note = (event: string) => void reported.push(event);
  const spool = await createResponseSpool(join(inside, 'responses.spool'), {
    info: note,
    warn: note,
    error: note,
  });
  try {
    await spool.keep('a response');
  } finally {
    await spool.close();
  }
  if (reported.length > 0) throw new Error(reported.join(', '));
}

const openStore = (inside: string): Promise<StorageBundle> =>
  createSqliteStorage({ file: join(inside, 'filmgate.db') });

async function backUp(inside: string): Promise<void> {
  const copies = join(inside, 'copies');
  mkdirSync(copies);
  const file = join(folder, 'filmgate.db');
  await backupSqlite({ file, folder: copies, now: 1, onProgress: () => undefined });
}

async function writeOutput(inside: string): Promise<void> {
  const blobs = createMemoryBlobs();
  const source = [new Uint8Array(9)];
  const staged = await blobs.stage({
    source: (async function* () {
      yield* source;
    })(),
    maxBytes: 9,
    expectedBytes: 9,
  });
  if (staged.kind !== 'staged') throw new Error(staged.kind);
  await blobs.commit(staged.blob);
  const [reserved, blob] = [
    await reserveOutputFile(join(inside, 'video.mp4')),
    await blobs.open(staged.blob.sha256),
  ];
  if (reserved.kind !== 'reserved' || blob === undefined) throw new Error('no file to write');
  await reserved.file.writeWhole(blob);
}

const writings: readonly Writing[] = [
  { what: 'a response in the spool', syncs: 3, write: keepResponse },
  { what: 'a backup', syncs: 2, write: backUp },
  {
    what: 'a private file',
    syncs: 2,
    write: async (inside) => writePrivateFile(join(inside, 'secret'), 'text'),
  },
  {
    what: 'private folders',
    syncs: 2,
    write: async (inside) => makePrivateDirectory(join(inside, 'one', 'two')),
  },
  { what: 'a video on the command line', syncs: 1, write: writeOutput },
];

describe('a sync that fails', () => {
  beforeEach(async () => {
    await (await openStore(folder)).close();
  });

  it.each(writings)(
    '[system-calls.syncs-told] is reported by the writer of $what',
    async ({ syncs, write }) => {
      const attempt = (nth: number) => {
        const inside = join(folder, String(nth));
        mkdirSync(inside);
        return withFailingSync(nth, () => write(inside));
      };
      expect(await attempt(noSync)).toBe(syncs);
      for (let nth = 0; nth < syncs; nth += 1)
        await expect(attempt(nth), `${nth}`).rejects.toThrow(/./u);
    },
  );

  it('[system-calls.syncs-told] is reported by the opening of a store', async () => {
    const attempt = async (nth: number) => {
      const inside = join(folder, String(nth));
      mkdirSync(inside);
      let storage: StorageBundle | undefined;
      const syncs = await withFailingSync(nth, async () => {
        storage = await openStore(inside);
      });
      await storage?.close();
      return syncs;
    };
    // The baseline and its folder, twice, and the folder of the database.
    const syncs = await attempt(noSync);
    expect(syncs).toBeGreaterThanOrEqual(5);
    for (let nth = 0; nth < syncs; nth += 1)
      await expect(attempt(nth), `${nth}`).rejects.toThrow(/./u);
  });
});
