import { deepStrictEqual, equal } from 'node:assert/strict';
import type { BlobContext } from '../blob-harness.ts';
import type { LawGroup } from '../law/law.ts';
import { bytesOf, sameBytes, store } from './material.ts';

/** Positional reads, as ranges need them. */
export const readLaws: LawGroup<BlobContext> = {
  name: 'blob-store.read',
  laws: [
    {
      name: 'a read fills the target from any place, and less only at the end',
      holds: async ({ blobs }) => {
        const bytes = bytesOf(10_000);
        const blob = await blobs.open(await store(blobs, bytes));
        equal(blob?.size, 10_000);
        for (const [position, length] of [
          [0, 1],
          [0, 10_000],
          [4_321, 1_234],
          [9_999, 1],
          [9_990, 100],
        ] as const) {
          const target = new Uint8Array(length);
          const read = await blob?.readInto(target, position);
          const expected = bytes.slice(position, position + length);
          equal(read, expected.length);
          sameBytes(target.subarray(0, read), expected);
        }
        await blob?.close();
      },
    },
    {
      name: 'at the end and beyond it a read gives 0 bytes and leaves the target alone',
      holds: async ({ blobs }) => {
        const blob = await blobs.open(await store(blobs, bytesOf(100)));
        for (const position of [100, 101, 1_000_000]) {
          const target = new Uint8Array(4).fill(7);
          equal(await blob?.readInto(target, position), 0);
          deepStrictEqual([...target], [7, 7, 7, 7]);
        }
        await blob?.close();
      },
    },
    {
      name: 'a read touches only the view it was given',
      holds: async ({ blobs }) => {
        const bytes = bytesOf(100);
        const blob = await blobs.open(await store(blobs, bytes));
        const whole = new Uint8Array(12).fill(7);
        equal(await blob?.readInto(whole.subarray(4, 8), 10), 4);
        deepStrictEqual([...whole], [7, 7, 7, 7, ...bytes.slice(10, 14), 7, 7, 7, 7]);
        await blob?.close();
      },
    },
    {
      name: 'many readers at once each get their place',
      holds: async ({ blobs }) => {
        const bytes = bytesOf(50_000);
        const digest = await store(blobs, bytes);
        const [one, other] = [await blobs.open(digest), await blobs.open(digest)];
        const reads = Array.from({ length: 40 }, async (_, index) => {
          const target = new Uint8Array(500);
          await (index % 2 === 0 ? one : other)?.readInto(target, index * 1_000);
          return Buffer.compare(target, bytes.slice(index * 1_000, index * 1_000 + 500));
        });
        deepStrictEqual(new Set(await Promise.all(reads)), new Set([0]));
        await one?.close();
        await other?.close();
      },
    },
    {
      name: 'an open blob stays readable until it is closed, also when it is removed meanwhile',
      holds: async ({ blobs }) => {
        const bytes = bytesOf(5_000);
        const digest = await store(blobs, bytes);
        const blob = await blobs.open(digest);
        await blobs.remove(digest);
        equal(await blobs.open(digest), undefined);
        const target = new Uint8Array(5_000);
        equal(await blob?.readInto(target, 0), 5_000);
        sameBytes(target, bytes);
        await blob?.close();
      },
    },
  ],
};
