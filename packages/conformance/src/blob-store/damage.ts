import { notEqual, equal } from 'node:assert/strict';
import type { BlobContext } from '../blob-harness.ts';
import type { LawGroup } from '../law/law.ts';
import { bytesOf, readBack, sameBytes, store } from './material.ts';

const whole = 4_000;

/** Responses of a store for blobs that something else has truncated or removed. */
export const damageLaws: LawGroup<BlobContext> = {
  name: 'blob-store.damage',
  laws: [
    {
      name: '[files.damage-seen] a blob that was cut is never opened as the whole',
      holds: async ({ blobs, harness }) => {
        const digest = await store(blobs, bytesOf(whole));
        await harness.damage(digest, whole / 2);
        const blob = await blobs.open(digest);
        notEqual(blob?.size, whole);
        await blob?.close();
      },
    },
    {
      name: '[files.damage-seen] nor is one that was opened before it was cut, or while it is open',
      holds: async ({ blobs, harness }) => {
        const digest = await store(blobs, bytesOf(whole));
        await readBack(blobs, digest);
        const before = await blobs.open(digest);
        await harness.damage(digest, whole / 2);
        const after = await blobs.open(digest);
        equal(before?.size, whole);
        notEqual(after?.size, whole);
        await before?.close();
        await after?.close();
      },
    },
    {
      name: '[files.damage-seen] a blob that was taken away is not there, also where it was opened before',
      holds: async ({ blobs, harness }) => {
        const digest = await store(blobs, bytesOf(whole));
        await readBack(blobs, digest);
        await harness.damage(digest, null);
        equal(await blobs.open(digest), undefined);
      },
    },
    {
      name: '[files.damage-seen] the same bytes kept again mend what was cut and what was taken away',
      holds: async ({ blobs, harness }) => {
        const bytes = bytesOf(whole);
        const digest = await store(blobs, bytes);
        for (const left of [whole / 2, null]) {
          await readBack(blobs, digest);
          await harness.damage(digest, left);
          await store(blobs, bytes);
          sameBytes(await readBack(blobs, digest), bytes);
        }
      },
    },
  ],
};
