import { type StorageBundle, type StoreMemory, StorageUnavailable } from '@filmgate/core';
import { expect, it } from 'vitest';
import { createMemoryStorage, refusesWhileLost } from '../../src/index.ts';

function saying(lost: ReturnType<StoreMemory['lost']>): StorageBundle {
  const storage = createMemoryStorage();
  const { jobs, reader } = storage;
  const memory: StoreMemory = {
    jobs,
    reader,
    lost: () => lost,
    onChange: () => () => undefined,
    goOn: async () => 'gone-on',
  };
  return { ...storage, memory, ping: () => storage.ping(), close: () => storage.close() };
}

const lost = { noticedAt: 1, detail: 'it went back' };

it('finds a store that answers although something is lost', async () => {
  await expect(refusesWhileLost(saying(lost))).rejects.toThrow('ping is answered');
});

it('finds a store that refuses receipts with everything else', async () => {
  const refuse = () =>
    Promise.reject(new StorageUnavailable('lost', { applied: 'no', reason: 'memory-lost' }));
  const storage = saying(lost);
  const refusing = <Port extends object>(port: Port): Port =>
    new Proxy(port, { get: () => refuse });
  const all = { ...storage, ping: refuse, jobs: refusing(storage.jobs) };
  await expect(refusesWhileLost(all)).rejects.toThrow('jobs.recordReceipt is refused');
});

it('is no proof for a store that knows of no loss', async () => {
  await expect(refusesWhileLost(saying(null))).rejects.toThrow('nothing is known to be lost');
});
