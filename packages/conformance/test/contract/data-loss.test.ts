import { type StorageBundle, type DataLossDetection, StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createMemoryStorage, endsLostClaims, refusesWhileLost } from '../../src/index.ts';
import { endClaims } from '../../src/memory/claims.ts';
import type { MemoryState } from '../../src/memory/memory-state.ts';
import { createForgetfulMemory } from '../support/forgetful-memory.ts';

function saying(lost: ReturnType<DataLossDetection['lost']>): StorageBundle {
  const storage = createMemoryStorage();
  const { jobs, reader } = storage;
  const dataLoss: DataLossDetection = {
    jobs,
    reader,
    lost: () => lost,
    onChange: () => () => undefined,
    resume: async () => 'resumed',
  };
  return { ...storage, dataLoss, ping: () => storage.ping(), close: () => storage.close() };
}

const lost = { kind: 'went-back', noticedAt: 1, detail: 'it went back' } as const;

it('finds a store that responds although something is lost', async () => {
  await expect(refusesWhileLost(saying(lost))).rejects.toThrow('ping is answered');
});

it('finds a store that refuses receipts with everything else', async () => {
  const refuse = () =>
    Promise.reject(new StorageUnavailable('lost', { applied: 'no', reason: 'data-loss' }));
  const storage = saying(lost);
  const refusing = <Port extends object>(port: Port): Port =>
    new Proxy(port, { get: () => refuse });
  const all = { ...storage, ping: refuse, jobs: refusing(storage.jobs) };
  await expect(refusesWhileLost(all)).rejects.toThrow('jobs.recordReceipt is refused');
});

it('is no proof for a store that knows of no loss', async () => {
  await expect(refusesWhileLost(saying(null))).rejects.toThrow('nothing is known to be lost');
});

describe('claims of a past that is lost', () => {
  it('[restore.claims-end] end with the acknowledgement on a sound store', async () => {
    await expect(endsLostClaims(createForgetfulMemory())).resolves.toBeUndefined();
  });

  it.each([
    { name: 'changes nothing about its claims', acknowledge: () => undefined },
    { name: 'ends its leases and gives out their epochs again', acknowledge: endLeases },
    {
      name: 'ends its leases and counts epochs from the beginning',
      acknowledge: (state: MemoryState) => endClaims(state, 0),
    },
    {
      name: 'gives out epochs of its own and leaves the leases it kept',
      acknowledge: (state: MemoryState) => {
        for (const entry of state.jobs.values()) if (entry.lease === null) entry.epoch += 1_000;
      },
    },
  ])('are found to decide on a store that $name', async ({ acknowledge }) => {
    await expect(endsLostClaims(createForgetfulMemory(acknowledge))).rejects.toThrow(/./u);
  });
});

function endLeases(state: MemoryState): void {
  for (const entry of state.jobs.values()) entry.lease = null;
}
