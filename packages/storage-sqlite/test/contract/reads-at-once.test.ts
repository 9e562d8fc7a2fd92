import { type ConformanceRunner, storageConformance } from '@filmgate/conformance';
import { type ReadsAtOnce, type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { memoryHarness } from './storage-harness.ts';

/** The promises of the methods that have a synchronous double. */
const groups: readonly string[] = [
  'job-reader.find',
  'api-users.keys',
  'api-users.request-rate',
  'taking-back.owners',
];

const seen = new Set<string>();

const runner: ConformanceRunner = {
  describe: (name, body) => {
    if (!groups.includes(name)) return;
    seen.add(name);
    describe(`[store.reads-at-once] ${name}`, () => {
      body();
    });
  },
  it,
};

function readsOf({ atOnce }: StorageBundle): ReadsAtOnce {
  if (atOnce === undefined) throw new Error('the store has no reads at once');
  return atOnce;
}

/** The bundle, its methods replaced by their doubles. */
function answeringAtOnce(bundle: StorageBundle): StorageBundle {
  const reads = readsOf(bundle);
  return {
    ...bundle,
    reader: { ...bundle.reader, find: async (id) => reads.find(id) },
    apiUsers: {
      ...bundle.apiUsers,
      authenticate: async (input) => reads.authenticate(input),
      linkEpoch: async (owner) => reads.linkEpoch(owner),
    },
  };
}

storageConformance({
  runner,
  open: async () => {
    const harness = await memoryHarness();
    return { ...harness, bundle: answeringAtOnce(harness.bundle) };
  },
});

describe('what is read at once', () => {
  it('is held to the laws of every method it doubles [store.reads-at-once]', () => {
    expect([...seen].toSorted()).toEqual(groups.toSorted());
  });

  it('predicts the response to a key, and counts nothing [store.reads-at-once]', async () => {
    const { bundle, dispose } = await memoryHarness();
    const reads = readsOf(bundle);
    const limits = { maxOpenJobs: null, maxRequestsPerMinute: 1 };
    const named = { id: 'u1', name: 'One', keyDigest: 'digest', keyHint: 'fg_…' };
    await bundle.apiUsers.create({ ...named, ...limits, totalLimit: null, now: 0 });
    const asked = { keyDigest: 'digest', now: 60_000 };
    for (let turn = 0; turn < 3; turn += 1)
      expect(reads.wouldAuthenticate(asked)).toEqual({ kind: 'known', id: 'u1' });
    expect((await bundle.apiUsers.find('u1'))?.lastUsedAt).toBeNull();
    expect(reads.authenticate(asked)).toEqual({ kind: 'known', id: 'u1' });
    const foreseen = reads.wouldAuthenticate(asked);
    expect(foreseen).toMatchObject({ kind: 'rate-limited', id: 'u1', limit: 1 });
    expect(reads.authenticate(asked)).toEqual(foreseen);
    expect(reads.wouldAuthenticate({ ...asked, keyDigest: 'none' })).toEqual({ kind: 'unknown' });
    await dispose();
  });

  it('is refused by a store that is closed [store.reads-at-once]', async () => {
    const { bundle, dispose } = await memoryHarness();
    const reads = readsOf(bundle);
    expect(reads.find('none')).toBeUndefined();
    await bundle.close();
    expect(() => reads.find('none')).toThrow(StorageUnavailable);
    expect(() => reads.authenticate({ keyDigest: 'none', now: 0 })).toThrow(StorageUnavailable);
    expect(() => reads.linkEpoch('user:none')).toThrow(StorageUnavailable);
    await dispose();
  });
});
