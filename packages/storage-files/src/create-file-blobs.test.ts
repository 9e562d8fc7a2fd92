import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openedIn, readAll, stageWhole, store } from '../test/blob-steps.ts';
import { inPieces, madeBytes, sha256 } from '../test/byte-sources.ts';
import { filesIn, inTemporaryFolder } from '../test/temporary-folder.ts';
import { createFileBlobs } from './create-file-blobs.ts';

const mebibyte = 1024 * 1024;

describe('staging', () => {
  it.each([1, 100, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte, 5 * mebibyte + 17])(
    'digests and stores %i bytes',
    (length) =>
      inTemporaryFolder(async (directory) => {
        const blobs = await createFileBlobs({ directory });
        const bytes = madeBytes(length);
        const blob = await stageWhole(blobs, bytes);
        expect([blob.sha256, blob.size]).toEqual([sha256(bytes), length]);
        await blobs.commit(blob);
        expect(sha256((await readAll(blobs, blob.sha256)) ?? new Uint8Array())).toBe(blob.sha256);
        await blobs.close();
      }),
  );

  it('gives the same blob whatever the pieces', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const bytes = madeBytes(2 * mebibyte + 5);
      const pieces = fc.integer({ min: 900, max: 3 * mebibyte });
      await fc.assert(
        fc.asyncProperty(pieces, async (pieceBytes) => {
          const blob = await stageWhole(blobs, bytes, pieceBytes);
          expect(blob.sha256).toBe(sha256(bytes));
          const last = await blob.read(bytes.length - 9, 100);
          expect([...last]).toEqual([...bytes.subarray(-9)]);
          await blobs.discard(blob);
        }),
        { numRuns: 20 },
      );
      expect((await filesIn(directory)).temporary).toEqual([]);
    }));

  it('keeps sources apart that are written at the same time', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const contents = Array.from({ length: 12 }, (_, seed) => madeBytes(1_300_000 + seed, seed));
      const digests = await Promise.all(contents.map((bytes) => store(blobs, bytes)));
      expect(digests).toEqual(contents.map(sha256));
      for (const [index, digest] of digests.entries()) {
        expect(sha256((await readAll(blobs, digest)) ?? new Uint8Array())).toBe(digests[index]);
      }
      await blobs.close();
    }));

  it('writes files only their owner can read', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory: join(directory, 'deep', 'blobs') });
      const digest = await store(blobs, madeBytes(10));
      const folder = join(directory, 'deep', 'blobs', digest.slice(0, 2));
      expect((await stat(join(folder, digest))).mode & 0o777).toBe(0o600);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }));

  it('ends a source it will not read', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      let ended = 0;
      const source = {
        [Symbol.asyncIterator]: () => ({
          next: async () => ({ done: false as const, value: new Uint8Array(10) }),
          return: async () => {
            ended += 1;
            return { done: true as const, value: undefined };
          },
        }),
      };
      const announced = await blobs.stage({ source, maxBytes: 5, expectedBytes: 6 });
      expect(announced).toEqual({ kind: 'too-large', maxBytes: 5 });
      const counted = await blobs.stage({ source, maxBytes: 25, expectedBytes: null });
      expect(counted).toEqual({ kind: 'too-large', maxBytes: 25 });
      const longer = await blobs.stage({ source, maxBytes: 100, expectedBytes: 15 });
      expect(longer).toEqual({ kind: 'length-mismatch', received: 20 });
      expect(ended).toBe(3);
      expect(await filesIn(directory)).toEqual({ temporary: [], blobs: [] });
    }));

  it('closes and removes its file when the source throws in the middle of a write', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const fault = new Error('the caller left');
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield* inPieces(madeBytes(2 * mebibyte + 9), 65_536);
        throw fault;
      }
      const staging = blobs.stage({
        source: broken(),
        maxBytes: 64 * mebibyte,
        expectedBytes: null,
      });
      await expect(staging).rejects.toBe(fault);
      expect(await filesIn(directory)).toEqual({ temporary: [], blobs: [] });
      expect(await openedIn(directory)).toBe(0);
    }));
});

describe('keeping', () => {
  it('mends a damaged blob when the same bytes come again', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const bytes = madeBytes(1000);
      const digest = await store(blobs, bytes);
      await readAll(blobs, digest);
      await writeFile(join(directory, digest.slice(0, 2), digest), 'damaged');
      expect(await store(blobs, bytes)).toBe(digest);
      expect(await readAll(blobs, digest)).toEqual(bytes);
      await blobs.close();
    }));

  it('holds no descriptor of a kept, discarded or refused blob', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const kept = await stageWhole(blobs, madeBytes(10));
      await blobs.commit(kept);
      const dropped = await stageWhole(blobs, madeBytes(11));
      await blobs.discard(dropped);
      await blobs.discard(dropped);
      expect(await openedIn(directory)).toBe(0);
      await expect(kept.read(0, 1)).rejects.toThrow('closed');
    }));

  it('refuses a blob of another store', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory: join(directory, 'a') });
      const other = await createFileBlobs({ directory: join(directory, 'b') });
      const blob = await stageWhole(other, madeBytes(10));
      await expect(blobs.commit(blob)).rejects.toThrow(TypeError);
      await other.discard(blob);
    }));

  it('fails without a trace when its temporary file is gone', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const blob = await stageWhole(blobs, madeBytes(10));
      await rm(join(directory, 'tmp'), { recursive: true });
      await mkdir(join(directory, 'tmp'));
      const failure: unknown = await blobs.commit(blob).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StorageUnavailable);
      expect(failure).toMatchObject({
        applied: 'no',
        message: 'The blob store cannot store a blob (ENOENT).',
      });
      expect((await filesIn(directory)).blobs).toEqual([]);
    }));

  it('makes a removed blob folder again', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const bytes = madeBytes(10);
      const digest = await store(blobs, bytes);
      await rm(join(directory, digest.slice(0, 2)), { recursive: true });
      await expect(store(blobs, bytes)).rejects.toBeInstanceOf(StorageUnavailable);
      expect(await store(blobs, bytes)).toBe(digest);
    }));
});
