import { equal } from 'node:assert/strict';
import type { BlobContext } from '../blob-harness.ts';
import type { LawGroup } from '../law/law.ts';
import { bytesOf, readBack, sameBytes, sha256Of, stage, store } from './material.ts';

/** A blob is either complete under its digest or absent (I7). */
export const commitLaws: LawGroup<BlobContext> = {
  name: 'blob-store.commit',
  laws: [
    {
      name: '[invariants.i7-completed-on-disk] a kept blob is whole under its digest',
      holds: async ({ blobs }) => {
        for (const length of [1, 4_096, 65_537, 300_000]) {
          const bytes = bytesOf(length, length);
          await store(blobs, bytes);
          sameBytes(await readBack(blobs, sha256Of(bytes)), bytes);
        }
      },
    },
    {
      name: 'keeping again, or keeping bytes that are there, is the same success',
      holds: async ({ blobs, harness }) => {
        const bytes = bytesOf(100);
        const [first, second] = [await stage(blobs, bytes), await stage(blobs, bytes)];
        await blobs.commit(first);
        await blobs.commit(first);
        await blobs.commit(second);
        sameBytes(await readBack(blobs, first.sha256), bytes);
        equal(await harness.temporaries(), 0);
      },
    },
    {
      name: 'a discarded blob is gone; discarding again, or after keeping, harms nothing',
      holds: async ({ blobs }) => {
        const [dropped, kept] = [
          await stage(blobs, bytesOf(100, 1)),
          await stage(blobs, bytesOf(100, 2)),
        ];
        await blobs.discard(dropped);
        await blobs.discard(dropped);
        equal(await blobs.open(dropped.sha256), undefined);
        await blobs.commit(kept);
        await blobs.discard(kept);
        equal((await readBack(blobs, kept.sha256))?.length, 100);
      },
    },
    {
      name: 'a removed blob is gone, removing it again is success, and it may be kept again',
      holds: async ({ blobs }) => {
        const bytes = bytesOf(100);
        const digest = await store(blobs, bytes);
        await blobs.remove(digest);
        await blobs.remove(digest);
        equal(await blobs.open(digest), undefined);
        await store(blobs, bytes);
        equal((await readBack(blobs, digest))?.length, 100);
      },
    },
    {
      name: 'an unknown digest, or what is no digest at all, is undefined and nothing else',
      holds: async ({ blobs }) => {
        await store(blobs, bytesOf(100));
        for (const odd of [
          '00'.repeat(32),
          '',
          '.',
          '..',
          '../secret',
          'AA'.repeat(32),
          '00'.repeat(40),
        ]) {
          equal(await blobs.open(odd), undefined);
        }
      },
    },
    {
      name: 'kept blobs outlive a restart exactly where the store is durable',
      holds: async ({ blobs, harness, durable }) => {
        const bytes = bytesOf(10_000);
        const digest = await store(blobs, bytes);
        const found = await readBack(await harness.reopen(), digest);
        equal(found === undefined ? undefined : sha256Of(found), durable ? digest : undefined);
      },
    },
    {
      name: 'free space is a number of bytes or not known',
      holds: async ({ blobs }) => {
        const free = await blobs.freeBytes();
        equal(free === null || (Number.isSafeInteger(free) && free >= 0), true);
      },
    },
  ],
};
