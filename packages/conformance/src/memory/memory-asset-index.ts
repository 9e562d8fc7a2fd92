import {
  type Asset,
  type AssetIndex,
  type HoldOutcome,
  isFinal,
  type Reference,
} from '@filmgate/core';
import type { MemoryState, OpenState } from './memory-state.ts';

export function createMemoryAssetIndex(open: OpenState): AssetIndex {
  return {
    add: async (asset) => {
      open().assets.set(asset.id, Object.freeze({ ...asset }));
    },
    find: async (id) => open().assets.get(id),
    neededDigests: async (digests) => {
      const state = open();
      const needed = neededBytes(state);
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
    removeOwned: async (input) => removeOwned(open(), input),
    hold: async (input) => hold(open(), input),
    heldBytes: async (owner) => heldBytes(open(), owner),
    holding: async ({ owner, sha256 }) => open().holdings.get(keyOf(owner, sha256)),
    releaseHoldings: async ({ heldBefore, limit }) => {
      const state = open();
      const needed = neededBytes(state);
      const gone = [...state.holdings]
        .filter(([, { sha256, heldAt }]) => heldAt < heldBefore && !needed.has(sha256))
        .slice(0, limit);
      for (const [key] of gone) state.holdings.delete(key);
      return gone.length;
    },
  };
}

function removeOwned(
  state: MemoryState,
  { owner, limit }: Parameters<AssetIndex['removeOwned']>[0],
): readonly Asset[] {
  const referred = new Set(openReferences(state).map(({ assetId }) => assetId));
  const gone = [...state.assets.values()]
    .filter((asset) => asset.owner === owner && !referred.has(asset.id))
    .slice(0, limit);
  for (const { id } of gone) state.assets.delete(id);
  return gone;
}

type Hold = Parameters<AssetIndex['hold']>[0];

function hold(state: MemoryState, { owner, bytes, allowance, now }: Hold): HoldOutcome {
  const brought = new Map(bytes.map(({ sha256, size }) => [sha256, size]));
  const fresh = [...brought].filter(([sha256]) => !state.holdings.has(keyOf(owner, sha256)));
  const held = heldBytes(state, owner);
  const added = fresh.reduce((sum, [, size]) => sum + size, 0);
  if (held + added > allowance) return { kind: 'allowance-exhausted', heldBytes: held };
  for (const [sha256, size] of brought) {
    state.holdings.set(keyOf(owner, sha256), Object.freeze({ owner, sha256, size, heldAt: now }));
  }
  return { kind: 'held' };
}

function heldBytes(state: MemoryState, owner: string): number {
  const own = [...state.holdings.values()].filter((holding) => holding.owner === owner);
  return own.reduce((sum, { size }) => sum + size, 0);
}

function keyOf(owner: string, sha256: string): string {
  return JSON.stringify([owner, sha256]);
}

function neededBytes(state: MemoryState): ReadonlySet<string> {
  return new Set([...state.assets.values(), ...openReferences(state)].map(({ sha256 }) => sha256));
}

function openReferences(state: MemoryState): readonly Reference[] {
  return [...state.jobs.values()]
    .filter(({ job }) => !isFinal(job.state))
    .flatMap(({ job }) => job.request.references);
}
