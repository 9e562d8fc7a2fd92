import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Asset, Reference } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Index of assets, and of the bytes that are still needed. */
export const assetLaws: LawGroup<StorageContext> = {
  name: 'asset-index.assets',
  laws: [
    {
      name: 'an asset is found as it was added, another is not',
      holds: async ({ bundle: { assets } }) => {
        const asset = assetOf('a1', 'aa', { fileName: '画面 "quoted" %.png', createdAt: 123 });
        await assets.add(asset);
        deepStrictEqual(await assets.find('a1'), asset);
        equal(await assets.find('A1'), undefined);
      },
    },
    {
      name: '[native.assets.same-bytes] the same bytes twice are two assets with one digest',
      holds: async ({ bundle: { assets } }) => {
        const [first, second] = [
          assetOf('a1', 'aa', { owner: 'native' }),
          assetOf('a2', 'aa', { owner: 'user:x' }),
        ];
        await assets.add(first);
        await assets.add(second);
        deepStrictEqual(await assets.find('a1'), first);
        deepStrictEqual(await assets.find('a2'), second);
      },
    },
    {
      name: 'a digest is needed while an asset has it',
      holds: async ({ bundle: { assets } }) => {
        await assets.add(assetOf('a1', 'aa'));
        await assets.add(assetOf('a2', 'aa', { createdAt: 5_000 }));
        deepStrictEqual(await assets.neededDigests(['aa', 'bb']), new Set(['aa']));
        deepStrictEqual(await assets.neededDigests([]), new Set());
        equal(await assets.removeOlderThan({ createdBefore: 2_000, limit: 10 }), 1);
        deepStrictEqual(await assets.neededDigests(['aa']), new Set(['aa']));
        equal(await assets.removeOlderThan({ createdBefore: 6_000, limit: 10 }), 1);
        deepStrictEqual(await assets.neededDigests(['aa']), new Set());
      },
    },
    {
      name: 'a digest is needed while an open job refers to it, with or without an asset, and not after',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const open = await scene.accept({
          references: [reference('aa', null), reference('bb', 'gone')],
        });
        await scene.acceptIn('completed', { references: [reference('cc', null)] });
        const asked = ['aa', 'bb', 'cc'];
        deepStrictEqual(await bundle.assets.neededDigests(asked), new Set(['aa', 'bb']));
        await scene.bring(open, 'failed');
        deepStrictEqual(await bundle.assets.neededDigests(asked), new Set());
      },
    },
    {
      name: 'assets are removed by age, at most the limit, and the count is what was removed',
      holds: async ({ bundle: { assets } }) => {
        for (const [index, id] of ['a1', 'a2', 'a3', 'a4'].entries()) {
          await assets.add(assetOf(id, id, { createdAt: 1_000 + index }));
        }
        equal(await assets.removeOlderThan({ createdBefore: 1_003, limit: 2 }), 2);
        equal(await assets.removeOlderThan({ createdBefore: 1_003, limit: 2 }), 1);
        equal(await assets.removeOlderThan({ createdBefore: 1_003, limit: 2 }), 0);
        equal((await assets.find('a4'))?.id, 'a4');
      },
    },
    {
      name: 'an asset an open job refers to stays, and does not use up the limit',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await bundle.assets.add(assetOf('a1', 'aa', { createdAt: 1_000 }));
        await bundle.assets.add(assetOf('a2', 'bb', { createdAt: 1_001 }));
        const open = await scene.accept({ references: [reference('aa', 'a1')] });
        equal(await bundle.assets.removeOlderThan({ createdBefore: 9_000, limit: 1 }), 1);
        equal((await bundle.assets.find('a1'))?.id, 'a1');
        equal(await bundle.assets.find('a2'), undefined);
        await scene.bring(open, 'completed');
        equal(await bundle.assets.removeOlderThan({ createdBefore: 9_000, limit: 1 }), 1);
        equal(await bundle.assets.find('a1'), undefined);
      },
    },
  ],
};

function assetOf(id: string, sha256: string, wish: Partial<Asset> = {}): Asset {
  return {
    id,
    owner: 'native',
    kind: 'image',
    contentType: 'image/png',
    fileName: 'asset.png',
    size: 4,
    sha256,
    createdAt: 1_000,
    ...wish,
  };
}

function reference(sha256: string, assetId: string | null): Reference {
  return { kind: 'image', role: 'first_frame', assetId, sha256, contentType: 'image/png', size: 4 };
}
