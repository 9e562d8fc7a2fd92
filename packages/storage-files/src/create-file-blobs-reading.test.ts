import { chmod, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { openedIn, readAll, stageWhole, store } from '../test/blob-steps.ts';
import { madeBytes, sha256 } from '../test/byte-sources.ts';
import { inTemporaryFolder } from '../test/temporary-folder.ts';
import { createFileBlobs } from './create-file-blobs.ts';

const mebibyte = 1024 * 1024;

describe('opening', () => {
  it.each([
    '',
    '..',
    '../../etc/passwd',
    'A'.repeat(64),
    'g'.repeat(64),
    `${'a'.repeat(64)}/`,
    'tmp',
  ])('knows no blob %j and removes none', (text) =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      expect(await blobs.open(text)).toBeUndefined();
      await blobs.remove(text);
      expect(await readdir(directory)).toEqual(['tmp']);
    }),
  );

  it('keeps at most as many files open as it may, besides those being read', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory, maxCachedFiles: 3 });
      const contents = Array.from({ length: 9 }, (_, seed) => madeBytes(100, seed));
      const digests = await Promise.all(contents.map((bytes) => store(blobs, bytes)));
      const readers = await Promise.all(digests.map((digest) => blobs.open(digest)));
      expect(await openedIn(directory)).toBe(9);
      for (const [index, reader] of readers.entries()) {
        const target = new Uint8Array(100);
        expect(await reader?.readInto(target, 0)).toBe(100);
        expect(target).toEqual(contents[index]);
        await reader?.close();
        await reader?.close();
      }
      expect(await openedIn(directory)).toBe(3);
      await blobs.close();
      expect(await openedIn(directory)).toBe(0);
      expect(await readAll(blobs, digests[0] ?? '')).toEqual(contents[0]);
      await blobs.close();
    }));

  it('shares one descriptor among readers of one blob, and works without a cache', () =>
    inTemporaryFolder(async (directory) => {
      for (const maxCachedFiles of [0, 5]) {
        const blobs = await createFileBlobs({ directory, maxCachedFiles });
        const digest = await store(blobs, madeBytes(100));
        const readers = await Promise.all(Array.from({ length: 20 }, () => blobs.open(digest)));
        expect(await openedIn(directory)).toBe(maxCachedFiles === 0 ? 20 : 1);
        await Promise.all(readers.map(async (reader) => reader?.close()));
        expect(await openedIn(directory)).toBe(maxCachedFiles === 0 ? 0 : 1);
        await blobs.close();
      }
    }));

  it('finishes reads under way when a removed blob is closed', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory, maxCachedFiles: 1 });
      const bytes = madeBytes(4 * mebibyte);
      const digest = await store(blobs, bytes);
      const reader = await blobs.open(digest);
      const target = new Uint8Array(bytes.length);
      const reading = reader?.readInto(target, 0);
      await blobs.remove(digest);
      await reader?.close();
      expect(await reading).toBe(bytes.length);
      expect(sha256(target)).toBe(digest);
      await expect(reader?.readInto(target, 0)).rejects.toThrow('closed');
      expect(await blobs.open(digest)).toBeUndefined();
      expect(await openedIn(directory)).toBe(0);
    }));

  it('releases idle files when a sweep begins', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const digest = await store(blobs, madeBytes(10));
      await readAll(blobs, digest);
      await blobs.sweepCandidates({ writtenBefore: 0, after: digest, limit: 1 });
      expect(await openedIn(directory)).toBe(1);
      await blobs.sweepCandidates({ writtenBefore: 0, after: null, limit: 1 });
      expect(await openedIn(directory)).toBe(0);
    }));
});

describe('the directory', () => {
  it('lists nothing but blobs, page by page', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      const contents = Array.from({ length: 40 }, (_, seed) => madeBytes(10, seed));
      const digests = (await Promise.all(contents.map((bytes) => store(blobs, bytes)))).toSorted();
      await mkdir(join(directory, 'ff'), { recursive: true });
      await writeFile(join(directory, 'ff', 'readme.txt'), 'not a blob');
      await mkdir(join(directory, 'lost+found'));
      const writtenBefore = Number.MAX_SAFE_INTEGER;
      const found: string[] = [];
      for (;;) {
        const after = found.at(-1) ?? null;
        const page = await blobs.sweepCandidates({ writtenBefore, after, limit: 7 });
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(7);
        found.push(...page);
      }
      expect(found).toEqual(digests);
    }));

  it('returns the free space', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      expect(await blobs.freeBytes()).toBeGreaterThan(0);
      await rm(directory, { recursive: true });
      expect(await blobs.freeBytes()).toBeNull();
      await mkdir(directory);
    }));

  it('says so when it cannot be used', () =>
    inTemporaryFolder(async (directory) => {
      await writeFile(join(directory, 'file'), '');
      const opening = createFileBlobs({ directory: join(directory, 'file', 'blobs') });
      await expect(opening).rejects.toThrow('The blob store cannot use its directory (ENOTDIR).');
      await expect(opening).rejects.toBeInstanceOf(StorageUnavailable);
    }));

  it('reports a write the disk refuses, and stays usable', () =>
    inTemporaryFolder(async (directory) => {
      const blobs = await createFileBlobs({ directory });
      await rm(join(directory, 'tmp'), { recursive: true });
      await expect(stageWhole(blobs, madeBytes(10))).rejects.toBeInstanceOf(StorageUnavailable);
      await mkdir(join(directory, 'tmp'));
      await chmod(join(directory, 'tmp'), 0o700);
      const digest = await store(blobs, madeBytes(10));
      expect(await readFile(join(directory, digest.slice(0, 2), digest))).toHaveLength(10);
    }));
});
