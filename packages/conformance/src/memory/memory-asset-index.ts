import { type AssetIndex, isFinal, type Reference } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';
import type { OpenState } from './open-state.ts';

export function createMemoryAssetIndex(open: OpenState): AssetIndex {
  return {
    add: async (asset) => {
      open().assets.set(asset.id, Object.freeze({ ...asset }));
    },
    find: async (id) => open().assets.get(id),
    neededDigests: async (digests) => {
      const state = open();
      const needed = new Set(
        [...state.assets.values(), ...openReferences(state)].map(({ sha256 }) => sha256),
      );
      return new Set(digests.filter((digest) => needed.has(digest)));
    },
    removeOlderThan: async ({ createdBefore, limit }) => {
      const state = open();
      const referred = new Set(openReferences(state).map(({ assetId }) => assetId));
      const gone = [...state.assets.values()]
        .filter(({ id, createdAt }) => createdAt < createdBefore && !referred.has(id))
        .slice(0, limit);
      for (const { id } of gone) state.assets.delete(id);
      return gone.length;
    },
    removeOwned: async ({ owner, limit }) => {
      const state = open();
      const referred = new Set(openReferences(state).map(({ assetId }) => assetId));
      const gone = [...state.assets.values()]
        .filter((asset) => asset.owner === owner && !referred.has(asset.id))
        .slice(0, limit);
      for (const { id } of gone) state.assets.delete(id);
      return gone;
    },
  };
}

function openReferences(state: MemoryState): readonly Reference[] {
  return [...state.jobs.values()]
    .filter(({ job }) => !isFinal(job.state))
    .flatMap(({ job }) => job.request.references);
}
