import { deepStrictEqual, equal } from 'node:assert/strict';
import type { StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { kindsOf, ofKind, race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Bytes of an owner's requests, against its storage limit. */
export const holdingLaws: LawGroup<StorageContext> = {
  name: 'asset-index.holdings',
  laws: [
    {
      name: '[owner-limits.storage.refused] an owner holds up to its allowance and not a byte more; a refusal changes nothing',
      holds: async ({ bundle }) => {
        ofKind(await hold(bundle, 'one', { sizes: { aa: 6, bb: 4 } }), 'held');
        const refused = await hold(bundle, 'one', { sizes: { cc: 1 } });
        equal(ofKind(refused, 'allowance-exhausted').heldBytes, 10);
        equal(await bundle.assets.heldBytes('one'), 10);
        equal(await bundle.assets.holding({ owner: 'one', sha256: 'cc' }), undefined);
        ofKind(await hold(bundle, 'other', { sizes: { aa: 4, cc: 3 } }), 'held');
        ofKind(await hold(bundle, 'other', { sizes: { dd: 3, ee: 1 } }), 'allowance-exhausted');
        ofKind(await hold(bundle, 'other', { sizes: { dd: 3 } }), 'held');
        equal(await bundle.assets.heldBytes('unknown'), 0);
      },
    },
    {
      name: 'the same bytes count once for an owner, and bringing them again renews the holding',
      holds: async ({ bundle }) => {
        const bytes = [
          { sha256: 'aa', size: 6 },
          { sha256: 'aa', size: 6 },
        ];
        const input = { owner: 'one', bytes, allowance: 10, now: 1_000 };
        ofKind(await bundle.assets.hold(input), 'held');
        ofKind(await hold(bundle, 'one', { sizes: { aa: 6, bb: 4 }, now: 2_000 }), 'held');
        equal(await bundle.assets.heldBytes('one'), 10);
        deepStrictEqual(await bundle.assets.holding({ owner: 'one', sha256: 'aa' }), {
          owner: 'one',
          sha256: 'aa',
          size: 6,
          heldAt: 2_000,
        });
      },
    },
    {
      name: '[owner-limits.storage.freed] old holdings nothing needs are let go, at most the limit, and their bytes are free again',
      holds: async ({ bundle }) => {
        await hold(bundle, 'one', { sizes: { aa: 1, bb: 2 }, now: 1_000 });
        await hold(bundle, 'other', { sizes: { aa: 1 }, now: 1_000 });
        await hold(bundle, 'one', { sizes: { cc: 4 }, now: 2_000 });
        equal(await release(bundle, 1_000), 0);
        equal(await release(bundle, 2_000, 2), 2);
        equal(await release(bundle, 2_000, 2), 1);
        equal(await release(bundle, 2_000, 2), 0);
        equal(await bundle.assets.heldBytes('one'), 4);
        equal(await bundle.assets.heldBytes('other'), 0);
        equal(await bundle.assets.holding({ owner: 'one', sha256: 'aa' }), undefined);
      },
    },
    {
      name: 'holdings an asset or an open job needs stay, and do not use up the limit',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await hold(bundle, 'one', { sizes: { aa: 1, bb: 2, cc: 4 }, now: 1_000 });
        const file = { contentType: 'image/png', fileName: 'f', size: 1, sha256: 'aa' };
        const asset = { id: 'a1', owner: 'one', kind: 'image', ...file } as const;
        await bundle.assets.add({ ...asset, createdAt: 1_000 });
        const image = { kind: 'image', role: 'first_frame', assetId: null } as const;
        const reference = { ...image, sha256: 'bb', contentType: 'image/png', size: 2 };
        const open = await scene.accept({ references: [reference] });
        equal(await release(bundle, 9_000, 1), 1);
        equal(await bundle.assets.heldBytes('one'), 3);
        await scene.bring(open, 'completed');
        equal(await release(bundle, 9_000, 9), 1);
        await bundle.assets.removeOlderThan({ createdBefore: 9_000, limit: 9 });
        equal(await release(bundle, 9_000, 9), 1);
        equal(await bundle.assets.heldBytes('one'), 0);
      },
    },
    {
      name: 'of holds that race exactly as many are granted as fit the allowance',
      holds: async ({ bundle, connections }) => {
        const outcomes = await race(await connections(4), 20, (way, index) =>
          hold(way, 'one', { sizes: { [`digest-${index}`]: 3 } }),
        );
        deepStrictEqual(kindsOf(outcomes), { held: 3, 'allowance-exhausted': 17 });
        equal(await bundle.assets.heldBytes('one'), 9);
      },
    },
  ],
};

async function hold(
  { assets }: StorageBundle,
  owner: string,
  {
    sizes,
    now = 1_000,
  }: { readonly sizes: { readonly [sha256: string]: number }; readonly now?: number },
) {
  const bytes = Object.entries(sizes).map(([sha256, size]) => ({ sha256, size }));
  return await assets.hold({ owner, bytes, allowance: 10, now });
}

async function release({ assets }: StorageBundle, heldBefore: number, limit = 100) {
  return await assets.releaseHoldings({ heldBefore, limit });
}
