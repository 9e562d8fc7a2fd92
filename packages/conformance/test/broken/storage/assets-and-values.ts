import type { Asset, AssetIndex, KeyValueStore, StorageBundle } from '@filmgate/core';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';

function assets(change: (index: AssetIndex, inner: StorageBundle) => Partial<AssetIndex>) {
  return replacing('assets', (inner) => change(inner.assets, inner));
}

/** Wrong assets. */
export const assetFaults = faultsOf('asset-index', {
  'keeps plain letters of a file name only': assets((index) => ({
    add: async (asset) =>
      await index.add({ ...asset, fileName: asset.fileName.replaceAll(/[^\w.]/gu, '') }),
  })),
  'takes the same bytes for the same asset': assets((index) => {
    const byDigest = new Map<string, Asset>();
    return {
      add: async (asset) => {
        const first = byDigest.get(asset.sha256);
        byDigest.set(asset.sha256, first ?? asset);
        if (first === undefined) await index.add(asset);
      },
      find: async (id) => await index.find(id),
    };
  }),
  'needs no digest any more once an asset with it is gone': assets((index) => {
    let removed = 0;
    return {
      removeOlderThan: async (input) => {
        const count = await index.removeOlderThan(input);
        removed += count;
        return count;
      },
      neededDigests: async (digests) =>
        removed > 0 ? new Set() : await index.neededDigests(digests),
    };
  }),
  'needs the references of ended jobs for ever': assets((index, inner) => ({
    neededDigests: async (digests) => {
      const referred = (await allJobs(inner)).flatMap(({ request }) =>
        request.references.map(({ sha256 }) => sha256),
      );
      return new Set([
        ...(await index.neededDigests(digests)),
        ...digests.filter((digest) => referred.includes(digest)),
      ]);
    },
  })),
  'removes assets without a limit': assets((index) => ({
    removeOlderThan: async (input) => await index.removeOlderThan({ ...input, limit: 1_000 }),
  })),
  'counts assets in use against the limit': assets((index, inner) => ({
    removeOlderThan: async (input) => {
      const open = await allJobs(inner, { states: ['queued'] });
      const used = open
        .flatMap(({ request }) => request.references)
        .filter(({ assetId }) => assetId !== null);
      return await index.removeOlderThan({
        ...input,
        limit: Math.max(0, input.limit - used.length),
      });
    },
  })),
});

function values(change: (named: KeyValueStore) => Partial<KeyValueStore>) {
  return replacing('values', (inner) => change(inner.values));
}

/** Wrong key-value entries. */
export const valueFaults = faultsOf('named-values', {
  'takes an empty value for none': values((named) => ({
    get: async (name) => {
      const value = await named.get(name);
      return value === '' ? undefined : value;
    },
  })),
  'puts over an empty value that is in force': values((named) => ({
    putIfAbsent: async (name, value) => {
      if ((await named.get(name)) === '') await named.put(name, value);
      return await named.putIfAbsent(name, value);
    },
  })),
  'puts only those of several values that are new': values((named) => ({
    putAll: async (entries) => {
      for (const [name, value] of entries) await named.putIfAbsent(name, value);
    },
  })),
  'puts several values one after the other': values((named) => {
    let calls = 0;
    return {
      putAll: async (entries) => {
        calls += 1;
        const inTurn = calls % 2 === 0 ? [...entries] : [...entries].toReversed();
        for (const [name, value] of inTurn) {
          await named.put(name, value);
          await gap();
        }
      },
    };
  }),
  'puts whatever is expected': values((named) => ({
    putAllIf: async ({ values: entries }) => {
      await named.putAll(entries);
      return true;
    },
  })),
  'takes nothing for an empty value': values((named) => ({
    putAllIf: ({ values: entries, expected }) =>
      named.putAllIf({
        values: entries,
        expected: { ...expected, value: expected.value === '' ? undefined : expected.value },
      }),
  })),
  'compares before it puts': values((named) => ({
    putAllIf: async ({ values: entries, expected }) => {
      const before = await named.get(expected.name);
      await gap();
      if (before !== expected.value) return false;
      await named.putAll(entries);
      return true;
    },
  })),
  'looks for a value before it puts one': values((named) => ({
    putIfAbsent: async (name, value) => {
      const before = await named.get(name);
      await gap();
      if (before !== undefined) return before;
      await named.put(name, value);
      return value;
    },
  })),
});
