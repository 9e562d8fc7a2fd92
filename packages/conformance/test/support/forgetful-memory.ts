import type { DataLoss, StorageBundle } from '@filmgate/core';
import { endClaims } from '../../src/memory/claims.ts';
import { createMemoryState, type MemoryState } from '../../src/memory/memory-state.ts';
import { openMemoryBundle } from '../../src/memory/create-memory-storage.ts';
import { copyOf, putBack } from '../../src/memory/state-copy.ts';
import type { ForgetfulStore } from '../../src/data-loss/ends-lost-claims.ts';
import { sharedManifest } from './memory-storage-harness.ts';

/** A memory store that can go back, under the nodes that have it open; `acknowledge` handles its claims. */
export function createForgetfulMemory(
  acknowledge: (state: MemoryState) => void = (state) => endClaims(state, 2 ** 32),
): ForgetfulStore {
  const state = createMemoryState();
  const inner = openMemoryBundle(state, sharedManifest);
  let copy = copyOf(state);
  let lost: DataLoss | null = null;
  const { jobs, reader } = inner;
  const bundle: StorageBundle = {
    ...inner,
    dataLoss: {
      jobs,
      reader,
      lost: () => lost,
      onChange: () => () => undefined,
      resume: async () => {
        acknowledge(state);
        lost = null;
        return 'resumed';
      },
    },
  };
  return {
    bundle,
    keep: async () => {
      copy = copyOf(state);
    },
    goBack: async () => {
      putBack(state, copy);
      lost = { kind: 'went-back', noticedAt: 0, detail: 'The store went back.' };
      return { node: bundle, operator: bundle };
    },
  };
}
