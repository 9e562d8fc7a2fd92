import { deepStrictEqual, equal } from 'node:assert/strict';
import type { BlobContext } from '../blob-harness.ts';
import type { LawGroup } from '../law/law.ts';
import { bytesOf, readBack, stage, store } from './material.ts';

const hour = 3_600_000;

/** Finding blobs that may be swept, and dropping blobs that were never kept. */
export const sweepLaws: LawGroup<BlobContext> = {
  name: 'blob-store.sweep',
  laws: [
    {
      name: 'only blobs last written before the instant are candidates, and they stay until removed',
      holds: async ({ blobs, harness }) => {
        const old = await store(blobs, bytesOf(100, 1));
        await harness.age(2 * hour);
        const fresh = await store(blobs, bytesOf(100, 2));
        deepStrictEqual(await candidates({ blobs, harness }, hour), [old]);
        deepStrictEqual(
          (await candidates({ blobs, harness }, -hour)).toSorted(),
          [old, fresh].toSorted(),
        );
        deepStrictEqual(await candidates({ blobs, harness }, 10 * hour), []);
        equal((await readBack(blobs, old))?.length, 100);
      },
    },
    {
      name: 'keeping bytes that are there makes them young again: what was just kept is never swept',
      holds: async ({ blobs, harness }) => {
        await store(blobs, bytesOf(100));
        await harness.age(2 * hour);
        await store(blobs, bytesOf(100));
        deepStrictEqual(await candidates({ blobs, harness }, hour), []);
      },
    },
    {
      name: 'candidates come in pages that join without a gap and without a repeat, by digest',
      holds: async ({ blobs, harness }) => {
        const digests = [];
        for (let seed = 1; seed <= 7; seed += 1)
          digests.push(await store(blobs, bytesOf(100, seed)));
        await harness.age(2 * hour);
        const writtenBefore = harness.now() - hour;
        const paged: string[] = [];
        for (
          let page: readonly string[] = ['first'];
          page.length > 0 && paged.length < 100;
          paged.push(...page)
        ) {
          page = await blobs.sweepCandidates({
            writtenBefore,
            after: paged.at(-1) ?? null,
            limit: 3,
          });
          equal(page.length <= 3, true);
        }
        deepStrictEqual(paged, digests.toSorted());
      },
    },
    {
      name: 'a removal of what is old spares a blob that was kept again meanwhile',
      holds: async ({ blobs, harness }) => {
        const digest = await store(blobs, bytesOf(100));
        await harness.age(2 * hour);
        const writtenBefore = harness.now() - hour;
        deepStrictEqual(await candidates({ blobs, harness }, hour), [digest]);
        await store(blobs, bytesOf(100));
        await blobs.remove(digest, { writtenBefore });
        equal((await readBack(blobs, digest))?.length, 100);
        await harness.age(2 * hour);
        await blobs.remove(digest, { writtenBefore: harness.now() - hour });
        equal(await readBack(blobs, digest), undefined);
      },
    },
    {
      name: 'temporary blobs older than the instant are dropped, younger ones are left to who writes them',
      holds: async ({ blobs, harness }) => {
        await stage(blobs, bytesOf(100, 1));
        await harness.age(2 * hour);
        const young = await stage(blobs, bytesOf(100, 2));
        equal(await harness.temporaries(), 2);
        deepStrictEqual(await candidates({ blobs, harness }, hour), []);
        equal(await harness.temporaries(), 1);
        await blobs.commit(young);
        equal((await readBack(blobs, young.sha256))?.length, 100);
      },
    },
  ],
};

async function candidates(
  { blobs, harness }: Pick<BlobContext, 'blobs' | 'harness'>,
  olderThanMs: number,
): Promise<readonly string[]> {
  return await blobs.sweepCandidates({
    writtenBefore: harness.now() - olderThanMs,
    after: null,
    limit: 100,
  });
}
