import type { AssetIndex } from '@filmgate/core';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';

/** Which assets exist, in SQLite. */
export function createAssetIndex(access: StoreAccess): AssetIndex {
  return {
    add: (asset) => access.write(({ assets }) => assets.put(asset)),
    find: (id) => access.read(({ assets }) => assets.find(id)),
    neededDigests: (digests) =>
      access.read(
        ({ assets, openJobs }) =>
          new Set(
            digests.filter(
              (digest) => openJobs.references.hasDigest(digest) || assets.hasDigest(digest),
            ),
          ),
      ),
    removeOlderThan: (input) => access.write((state) => removeOlderThan(state, input)),
  };
}

/** Passes over those an open job still refers to. */
function removeOlderThan(
  { assets, openJobs }: StoreState,
  input: { readonly createdBefore: number; readonly limit: number },
): number {
  let removed = 0;
  let after = 0;
  while (removed < input.limit) {
    const old = assets.createdBefore(input.createdBefore, after, input.limit);
    const last = old.at(-1);
    if (last === undefined) break;
    after = last.number;
    for (const { id } of old) {
      if (removed === input.limit || openJobs.references.hasAsset(id)) continue;
      assets.remove(id);
      removed += 1;
    }
  }
  return removed;
}
