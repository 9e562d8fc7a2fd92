import type { Asset, AssetIndex } from '@filmgate/core';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';

/** Index of the existing assets, in SQLite. */
export function createAssetIndex(access: StoreAccess): AssetIndex {
  return {
    add: (asset) => access.write(({ assets }) => assets.put(asset)),
    find: (id) => access.read(({ assets }) => assets.find(id)),
    neededDigests: (digests) =>
      access.read((state) => new Set(digests.filter((digest) => isNeeded(state, digest)))),
    removeOlderThan: (input) => access.write((state) => removeOlderThan(state, input)),
    removeOwned: (input) => access.write((state) => removeOwned(state, input)),
    hold: (input) => access.write(({ holdings }) => holdings.hold(input)),
    heldBytes: (owner) => access.read(({ holdings }) => holdings.bytesOf(owner)),
    holding: ({ owner, sha256 }) => access.read(({ holdings }) => holdings.find(owner, sha256)),
    releaseHoldings: (input) => access.write((state) => releaseHoldings(state, input)),
  };
}

/** Skips assets that an open job still refers to. */
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

/** Skips assets that an open job still refers to. */
function removeOwned(
  { assets, openJobs, vacuum_after_erase }: StoreState,
  { owner, limit }: { readonly owner: string; readonly limit: number },
): readonly Asset[] {
  const removed: Asset[] = [];
  let after = 0;
  while (removed.length < limit) {
    const owned = assets.ownedBy(owner, after, limit);
    const last = owned.at(-1);
    if (last === undefined) break;
    after = last.number;
    for (const { asset } of owned) {
      if (removed.length === limit || openJobs.references.hasAsset(asset.id)) continue;
      assets.remove(asset.id);
      removed.push(asset);
    }
  }
  if (removed.length > 0) vacuum_after_erase.note();
  return removed;
}

/** Skips holdings whose bytes are still needed. */
function releaseHoldings(
  state: StoreState,
  input: { readonly heldBefore: number; readonly limit: number },
): number {
  let released = 0;
  let after = 0;
  while (released < input.limit) {
    const old = state.holdings.heldBefore(input.heldBefore, after, input.limit);
    const last = old.at(-1);
    if (last === undefined) break;
    after = last.number;
    for (const { number, holding } of old) {
      if (released === input.limit || isNeeded(state, holding.sha256)) continue;
      state.holdings.remove(number);
      released += 1;
    }
  }
  return released;
}

function isNeeded({ assets, openJobs }: StoreState, sha256: string): boolean {
  return openJobs.references.hasDigest(sha256) || assets.hasDigest(sha256);
}
